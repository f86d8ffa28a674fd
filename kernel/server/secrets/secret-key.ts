import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The deployment's keys: the first seals, all open. */
export interface SecretKey {
  /** Current key first; older ones after it, for values sealed before a rotation. */
  readonly keys: readonly { readonly id: string; readonly key: Buffer }[];
  /** A key of its own for each purpose, so that no two uses share one. */
  derive(purpose: string): Buffer;
}

const MIN_LENGTH = 32;

/**
 * Reads the key from the environment, else from `<data>/secret.key` (mode 0600, made at the first run).
 * Several lines, or texts divided by blanks, are a rotation: the first is current.
 */
export function loadSecretKey(dataDir: string, fromEnvironment: string | undefined): SecretKey {
  const texts = (fromEnvironment ?? readOrCreate(dataDir)).split(/\s+/).filter((text) => text !== '');
  const weak = texts.length === 0 || texts.some((text) => text.length < MIN_LENGTH);
  if (weak) {
    const place = fromEnvironment === undefined ? join(dataDir, 'secret.key') : 'ORRERY_SECRET_KEY';
    throw new Error(`${place} must hold at least ${MIN_LENGTH} characters; make one with: openssl rand -base64 48`);
  }
  const keys = texts.map((text) => {
    const key = derive(Buffer.from(text), 'secrets');
    return { id: createHash('sha256').update(key).digest('hex').slice(0, 8), key };
  });
  return { keys, derive: (purpose) => derive(Buffer.from(texts[0] as string), purpose) };
}

function derive(material: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', material, 'orrery', purpose, 32));
}

function readOrCreate(dataDir: string): string {
  const file = join(dataDir, 'secret.key');
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    try {
      writeFileSync(file, `${randomBytes(48).toString('base64')}\n`, { flag: 'wx', mode: 0o600 });
    } catch (error) {
      // Another process was first; its key is the key.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  chmodSync(file, 0o600);
  return readFileSync(file, 'utf8');
}
