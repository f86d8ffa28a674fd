import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSecrets } from './create-secrets.ts';
import { loadSecretKey } from './secret-key.ts';

const folder = (): string => mkdtempSync(join(tmpdir(), 'orrery-secrets-'));

describe('secrets', () => {
  it('makes a key of its own at the first run, for the owner only', () => {
    const place = folder();
    const first = loadSecretKey(place, undefined);
    expect(statSync(join(place, 'secret.key')).mode & 0o777).toBe(0o600);
    expect(loadSecretKey(place, undefined).keys).toEqual(first.keys);
    expect(loadSecretKey(folder(), undefined).keys).not.toEqual(first.keys);
    expect(first.derive('jwt')).not.toEqual(first.derive('csrf'));
  });

  it('refuses a weak key instead of using it', () => {
    expect(() => loadSecretKey(folder(), 'thisismysecret')).toThrow(/ORRERY_SECRET_KEY must hold at least 32 characters/);
  });

  it('opens what it sealed, and nothing that was moved or changed', () => {
    const secrets = createSecrets(loadSecretKey(folder(), undefined));
    const sealed = secrets.seal('päss', 'dbs/1');
    expect(sealed).not.toContain('päss');
    expect(secrets.seal('päss', 'dbs/1')).not.toBe(sealed);
    expect(secrets.open(sealed, 'dbs/1')).toBe('päss');
    expect(() => secrets.open(sealed, 'dbs/2')).toThrow(/belongs to another record/);
    const parts = sealed.split('.');
    for (const at of [2, 3, 4]) {
      const forged = parts.map((part, index) => (index === at ? (part[0] === 'A' ? 'B' : 'A') + part.slice(1) : part)).join('.');
      expect(() => secrets.open(forged, 'dbs/1')).toThrow();
    }
    expect(() => secrets.open([...parts.slice(0, 4), parts[4]?.slice(0, 6)].join('.'), 'dbs/1')).toThrow();
    expect(() => secrets.open('plain text', 'dbs/1')).toThrow(/no sealed value/);
  });

  it('opens old values after a rotation and seals new ones with the new key', () => {
    const place = folder();
    const old = createSecrets(loadSecretKey(place, undefined));
    const sealed = old.seal('x', 'c');
    writeFileSync(join(place, 'secret.key'), `${'n'.repeat(40)}\n${readFileSync(join(place, 'secret.key'), 'utf8')}`);
    const rotated = createSecrets(loadSecretKey(place, undefined));
    expect(rotated.open(sealed, 'c')).toBe('x');
    expect(rotated.seal('x', 'c').split('.')[1]).not.toBe(sealed.split('.')[1]);
    expect(() => createSecrets(loadSecretKey(folder(), undefined)).open(sealed, 'c')).toThrow(/another key/);
  });
});
