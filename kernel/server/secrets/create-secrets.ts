import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Secrets } from '@orrery/sdk/server';
import type { SecretKey } from './secret-key.ts';

/** Sealed values read `v1.<key id>.<iv>.<cipher text>.<tag>`; `context` is authenticated, so a value cannot be moved. */
export function createSecrets(secretKey: SecretKey): Secrets {
  return {
    seal(plain, context) {
      const current = secretKey.keys[0];
      if (!current) throw new Error('There is no secret key');
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', current.key, iv).setAAD(Buffer.from(context));
      const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return ['v1', current.id, ...[iv, text, cipher.getAuthTag()].map((part) => part.toString('base64url'))].join('.');
    },
    open(sealed, context) {
      const [version, id, iv, text, tag] = sealed.split('.');
      if (version !== 'v1' || iv === undefined || text === undefined || tag === undefined) throw new Error(`The secret of ${context} is no sealed value`);
      const key = secretKey.keys.find((candidate) => candidate.id === id)?.key;
      if (!key) throw new Error(`The secret of ${context} was sealed with another key; put that key back or enter the secret again`);
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'), { authTagLength: 16 });
        decipher.setAAD(Buffer.from(context)).setAuthTag(Buffer.from(tag, 'base64url'));
        return Buffer.concat([decipher.update(Buffer.from(text, 'base64url')), decipher.final()]).toString('utf8');
      } catch {
        // The cause would say nothing more, and must not carry anything of the value.
        throw new Error(`The secret of ${context} was changed or belongs to another record; enter it again`);
      }
    },
  };
}
