import { verify } from '@node-rs/argon2';
import { describe, expect, it } from 'vitest';
import { hashPassword, passwordProblem } from './password-rules.ts';

describe('passwords', () => {
  it.each([
    ['1234567', 'Shorter than minimum length 8.'],
    ['x'.repeat(1025), 'Longer than maximum length 1024.'],
    ['abababab', 'Use at least three different characters.'],
    ['Ann@Test.Invalid', 'Must differ from the user name and the e-mail address.'],
  ])('refuses %s', (password, problem) => expect(passwordProblem(password, ['ann', 'ann@test.invalid'])).toBe(problem));

  it('accepts others and stores them as argon2id', async () => {
    expect(passwordProblem('correct horse', ['ann', ''])).toBeUndefined();
    const stored = await hashPassword('correct horse');
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect([await verify(stored, 'correct horse'), await verify(stored, 'correct house')]).toEqual([true, false]);
  });
});
