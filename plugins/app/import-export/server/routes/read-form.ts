import { HttpError } from '@orrery/sdk/server';
import type { HttpRequest } from '@orrery/sdk/server';
import type { AssetSecrets } from '../../contract.ts';
import { readUpload } from '../bundle/read-bundle.ts';
import type { Upload } from '../bundle/read-bundle.ts';

/** Largest upload, in bytes; held in memory while it is read. */
export const MAX_UPLOAD = 16 * 1024 * 1024;

/** An import form, read. */
export interface ImportForm {
  readonly upload: Upload;
  readonly fields: Readonly<Record<string, string | undefined>>;
  secretsOf(path: string): AssetSecrets;
}

const SECRETS = {
  password: 'passwords',
  sshTunnelPassword: 'ssh_tunnel_passwords',
  sshTunnelPrivateKey: 'ssh_tunnel_private_keys',
  sshTunnelPrivateKeyPassword: 'ssh_tunnel_private_key_passwords',
} as const;

/** Reads the form of an import (contract §0.5); `part` is the name the archive comes under. */
export async function readImportForm(request: HttpRequest, part: 'formData' | 'bundle'): Promise<ImportForm> {
  const upload = request.parts?.[part];
  if (!upload || upload.data.length === 0) throw new HttpError(400, 'Arguments are not correct');
  const text = (name: string): string | undefined => request.parts?.[name]?.data.toString('utf8');
  const maps = Object.fromEntries(Object.entries(SECRETS).map(([key, field]) => [key, readMap(field, text(field))]));
  return {
    upload: await readUpload(upload.filename ?? '', upload.data),
    fields: Object.fromEntries(['overwrite', 'sparse', 'sync_columns', 'sync_metrics'].map((name) => [name, text(name)])),
    secretsOf: (path) => Object.fromEntries(Object.entries(maps).flatMap(([key, map]) => (map.has(path) ? [[key, map.get(path)]] : []))) as AssetSecrets,
  };
}

/** A JSON object of texts by file. What is wrong with it is said without its content: it holds secrets. */
function readMap(field: string, text: string | undefined): ReadonlyMap<string, string> {
  if (text === undefined || text.trim() === '') return new Map();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new HttpError(400, { message: { [field]: ['Not a valid JSON object of file paths and texts.'] } });
  }
  if (value === null) return new Map();
  const entries = typeof value === 'object' && !Array.isArray(value) ? Object.entries(value) : undefined;
  if (!entries || entries.some(([, secret]) => typeof secret !== 'string')) throw new HttpError(400, { message: { [field]: ['Not a valid JSON object of file paths and texts.'] } });
  return new Map(entries as [string, string][]);
}

/** `true` as forms say it. */
export function isTrue(text: string | undefined): boolean {
  return text?.trim().toLowerCase() === 'true';
}
