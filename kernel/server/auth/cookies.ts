import { parse } from 'cookie';
import { IDLE_MS } from './session-store.ts';

/** Builds the cookies of this deployment. */
export interface CookieWriter {
  session(id: string, origin: string): string;
  endSession(origin: string): string;
  locale(locale: string, origin: string): string;
}

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Values by name as they were sent; of a repeated name the first counts. */
export const parseCookies = (header = ''): Readonly<Record<string, string | undefined>> => parse(header, { decode: (value) => value });

export function createCookieWriter(applicationRoot: string): CookieWriter {
  const path = applicationRoot.replace(/\/$/, '') || '/';
  const write = (name: string, value: string, seconds: number, origin: string): string =>
    `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${origin.startsWith('https:') ? '; Secure' : ''}`;
  return {
    session: (id, origin) => write('session', id, IDLE_MS / 1000, origin),
    endSession: (origin) => write('session', '', 0, origin),
    locale: (locale, origin) => write('locale', locale, YEAR_SECONDS, origin),
  };
}
