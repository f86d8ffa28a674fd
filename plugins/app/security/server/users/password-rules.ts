import { hash } from '@node-rs/argon2';

const MIN_LENGTH = 8;
const MAX_LENGTH = 1024;
/** As the kernel's own hashes: OWASP's minimum for argon2id. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** What is wrong with a password; undefined when nothing is. `names` are what an attacker tries first: user name, e-mail. */
export function passwordProblem(password: string, names: readonly string[]): string | undefined {
  if (password.length < MIN_LENGTH) return `Shorter than minimum length ${MIN_LENGTH}.`;
  if (password.length > MAX_LENGTH) return `Longer than maximum length ${MAX_LENGTH}.`;
  if (new Set(password).size < 3) return 'Use at least three different characters.';
  if (names.some((name) => name !== '' && name.toLowerCase() === password.toLowerCase())) return 'Must differ from the user name and the e-mail address.';
  return undefined;
}

/** Hashes a password for storage. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}
