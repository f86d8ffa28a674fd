import { describe, expect, it } from 'vitest';
import { avatarAddress } from './avatar-route.ts';

const user = { id: 7, username: 'ann/../x', email: 'ann@test.invalid' };

describe('[SEC-18] address of a picture', () => {
  it('is the template with the user in it, which cannot leave its place', () => {
    expect(avatarAddress('https://people.test/{username}.png?mail={email}', user)).toBe('https://people.test/ann%2F..%2Fx.png?mail=ann%40test.invalid');
    expect(avatarAddress('/static/people/{id}.png', user)).toBe('/static/people/7.png');
  });

  it('is none without a template, or with one that leads elsewhere', () => {
    for (const template of [undefined, '', 5, '//evil.test/{id}', '/\\evil.test', 'javascript:alert({id})', 'https://{username}/x.png', 'people/{id}']) expect([template, avatarAddress(template, user)]).toEqual([template, undefined]);
  });
});
