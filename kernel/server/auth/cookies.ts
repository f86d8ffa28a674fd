import { IDLE_MS } from './session-store.ts';

/** Builds the cookies of this deployment. */
export interface CookieWriter {
  session(id: string, origin: string): string;
  endSession(origin: string): string;
  locale(locale: string, origin: string): string;
}

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Values by name; of a repeated name the first counts. */
export function parseCookies(header: string | undefined): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>();
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=');
    const name = part.slice(0, at).trim();
    if (at > 0 && !cookies.has(name)) cookies.set(name, part.slice(at + 1).trim());
  }
  return cookies;
}

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
