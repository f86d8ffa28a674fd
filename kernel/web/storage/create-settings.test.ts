import { expect, it } from 'vitest';
import type { PluginManifest } from '@orrery/sdk';
import type { Bootstrap } from '@orrery/sdk/web';
import { createSettings } from './create-settings.ts';

const schema = (properties: object) => ({ type: 'object', properties });
const manifest = {
  id: 'mailer',
  settings: schema({ host: { default: 'localhost' } }),
  contributes: { 'core.settings': [{ id: 'mailer.server', schema: schema({ rows: { default: 100 }, footer: {} }) }, { id: 'mailer.mine', schema: schema({ rows: { default: 5 }, color: { default: 'red' } }) }] },
} as unknown as PluginManifest;

it('answers what was set, else the first default of the manifest, and follows what is saved', () => {
  const bootstrap = { common: { plugin_settings: { mailer: { color: 'blue', rows: 0 }, other: { host: 'x' } } } } as unknown as Bootstrap;
  const read = (from: Bootstrap) => ['host', 'rows', 'color', 'footer', 'none'].map((key) => createSettings(manifest, from).get(key));
  expect(read(bootstrap)).toEqual(['localhost', 0, 'blue', undefined, undefined]);
  expect(read({ common: {} } as unknown as Bootstrap)).toEqual(['localhost', 100, 'red', undefined, undefined]);
  const settings = createSettings(manifest, bootstrap);
  (bootstrap.common as Record<string, unknown>)['plugin_settings'] = { mailer: { footer: 'Bye' } };
  expect(settings.get('footer')).toBe('Bye');
});
