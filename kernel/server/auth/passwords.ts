import { hash, verify } from '@node-rs/argon2';

/** OWASP's minimum for argon2id: 19 MiB, two passes (about 28 ms here). */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** More is no password but an attempt to keep the hash busy. */
const MAX_LENGTH = 1024;

let decoy: Promise<string> | undefined;

/** Hashes a password for storage. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/** Checks a password. Takes as long when there is no user or no password, so that names cannot be guessed by the clock. */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('no such password');
  const matches = await verify(stored ?? (await decoy), password.slice(0, MAX_LENGTH)).catch(() => false);
  return matches && stored !== null && stored !== undefined && password.length <= MAX_LENGTH;
}
