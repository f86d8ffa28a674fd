import { describe, expect, it } from 'vitest';
import { parseArguments } from './parse-arguments.ts';
import { readConfig } from './read-config.ts';
import { attributeFault } from './watch-faults.ts';

describe('arguments', () => {
  it('listens on this machine only unless told otherwise', () => {
    expect(parseArguments([], {})).toEqual({ port: 8088, host: '127.0.0.1', data: '.data', examples: true, roles: 'all' });
  });

  it('prefers the command line to the environment', () => {
    expect(parseArguments(['--port', '1', '--no-examples', '--data=/d'], { ORRERY_PORT: '2', ORRERY_HOST: '::1', ORRERY_ROLES: 'web' })).toEqual({ port: 1, host: '::1', data: '/d', examples: false, roles: 'web' });
  });

  it.each([['--port', 'x'], ['--port', '70000'], ['--roles', 'some'], ['--unknown'], ['word']])('refuses %s %s', (...argv) => {
    expect(() => parseArguments(argv, {})).toThrow();
  });

  it.each([['', '/'], ['bi', '/bi/'], ['/a/b/', '/a/b/']])('[GEN-08] reads the application root %j as %j', (text, root) => {
    expect(readConfig(parseArguments([], {}), { ORRERY_APPLICATION_ROOT: text }).applicationRoot).toBe(root);
  });

  it('[FLAG-10] takes feature flags from the environment', () => {
    expect(readConfig(parseArguments([], {}), { ORRERY_FEATURE_DRILL_BY: 'false', ORRERY_FEATURE_THUMBNAILS: '1' }).featureFlags).toEqual({ DRILL_BY: false, THUMBNAILS: true });
  });

  it('names the plugin whose file threw first', () => {
    const folders = [{ id: 'a', folder: '/x/plugins/a' }, { id: 'ab', folder: '/x/plugins/ab' }];
    expect(attributeFault('Error: no\n at f (/x/plugins/ab/server/plugin.js:1:1)\n at g (/x/plugins/a/s.js:1:1)', folders)).toBe('ab');
    expect(attributeFault('Error: no\n at f (node:internal/timers:1:1)', folders)).toBeUndefined();
  });
});
