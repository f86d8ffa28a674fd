import { HttpResponse } from '@orrery/sdk/server';
import { writeZip } from '../zip/write-zip.ts';

/** Seconds the cookie of a finished download lives. */
const COOKIE_SECONDS = 600;
const TOKEN = /^[A-Za-z0-9_-]{1,128}$/;

/** `20250131T235959`, as archives are named. */
export function stamp(at: Date): string {
  return at.toISOString().slice(0, 19).replace(/[-:]/g, '');
}

/** A bundle as a download; `token` names a cookie that tells the page it has come. */
export async function exportResponse(name: string, files: ReadonlyMap<string, string>, at: Date, token: string | undefined): Promise<HttpResponse> {
  const root = `${name}_export_${stamp(at)}`;
  const body = await writeZip(new Map([...files].map(([path, text]) => [`${root}/${path}`, text])), at);
  return new HttpResponse({
    body,
    headers: {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${root}.zip"`,
      'cache-control': 'no-store',
      // The name comes from the caller; anything but a plain token would be theirs to write into our headers.
      ...(token !== undefined && TOKEN.test(token) ? { 'set-cookie': `${token}=done; Max-Age=${COOKIE_SECONDS}; Path=/; SameSite=Lax` } : {}),
    },
  });
}
