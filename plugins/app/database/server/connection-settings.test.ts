import { expect, it } from 'vitest';
import { withSettings } from './connection-settings.ts';

it('[contract §1.5] a connector gets what is kept beside the form, and nothing that is not set', () => {
  expect(withSettings({ host: 'h' }, { server_cert: 'PEM', encrypted_extra: { key: 's' }, extra: '{"engine_params":{"connect_args":{"a":1}}}' })).toEqual({
    host: 'h', server_cert: 'PEM', encrypted_extra: { key: 's' }, engine_params: { connect_args: { a: 1 } }, query: { a: '1' },
  });
  // What the URI says wins, and only plain values can be said there.
  expect(withSettings({ query: { a: 'uri' } }, { extra: '{"engine_params":{"connect_args":{"a":1,"b":true,"c":{}}}}' })).toMatchObject({ query: { a: 'uri', b: 'true' } });
  expect(withSettings({ host: 'h', server_cert: 'own' }, { server_cert: '', encrypted_extra: {}, extra: 'broken' })).toEqual({ host: 'h', server_cert: 'own' });
});
