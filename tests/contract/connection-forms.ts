import { expect, it } from 'vitest';
import type { ConnectorConformance } from '@orrery/testing/server';
import type { ConnectorErrorCode } from '@orrery/sdk/server';

type Parameters = Readonly<Record<string, unknown>>;
type Post = (path: string, json: object) => Promise<{ readonly status: number; readonly json: unknown; readonly text: string }>;

/** Types of errors as the API tells them; of refusals it says only that the engine had one (contract §0.4). */
const ERROR_TYPES: Readonly<Partial<Record<ConnectorErrorCode, string>>> = {
  'missing-parameters': 'CONNECTION_MISSING_PARAMETERS_ERROR',
  'invalid-hostname': 'CONNECTION_INVALID_HOSTNAME_ERROR',
  'invalid-port': 'CONNECTION_INVALID_PORT_ERROR',
  'invalid-username': 'CONNECTION_INVALID_USERNAME_ERROR',
  'invalid-password': 'CONNECTION_INVALID_PASSWORD_ERROR',
  'port-closed': 'CONNECTION_PORT_CLOSED_ERROR',
  'host-down': 'CONNECTION_HOST_DOWN_ERROR',
  'access-denied': 'CONNECTION_ACCESS_DENIED_ERROR',
  'unknown-database': 'CONNECTION_UNKNOWN_DATABASE_ERROR',
};

interface Told {
  readonly errors?: readonly { readonly error_type?: string; readonly level?: string; readonly message?: string; readonly extra?: { readonly missing?: readonly string[]; readonly invalid?: readonly string[]; readonly issue_codes?: readonly { readonly code: number; readonly message: string }[] } }[];
}

/** Registers the tests of an engine's connection form over the API. */
export function connectionFormTests({ engine, wrong }: Pick<ConnectorConformance, 'engine' | 'wrong'>, parameters: Parameters, post: Post): void {
  const ask = (path: string, changes: Parameters) => post(`/api/v1/database/${path}/`, { engine, configuration_method: 'dynamic_form', parameters: { ...parameters, ...changes } });

  it.each(['test_connection', 'validate_parameters'])('[contract §1.5] %s accepts what is right', async (path) => {
    expect(await ask(path, {})).toMatchObject({ status: 200, json: { message: 'OK' } });
  }, 60_000);

  for (const path of ['test_connection', 'validate_parameters']) {
    it.each(wrong.map((one) => [JSON.stringify(one.parameters), one] as const))(`[contract §1.5] ${path} names the field that is wrong: %s`, async (_, { parameters: changes, code, fields }) => {
      const { status, json, text } = await ask(path, changes);
      const [error] = (json as Told).errors ?? [];
      expect(error?.error_type, text).toBe(ERROR_TYPES[code] ?? 'GENERIC_DB_ENGINE_ERROR');
      expect([400, 422]).toContain(status);
      expect(error?.message).toMatch(/\S/);
      expect(error?.extra?.issue_codes?.[0], text).toMatchObject({ code: expect.any(Number), message: expect.stringMatching(/^Issue \d+ - /) });
      if (code === 'missing-parameters') {
        expect(status).toBe(422);
        expect(error?.level).toBe('warning');
        expect(error?.extra?.missing).toEqual(fields);
      } else {
        // Where the form itself can tell, it names fewer fields than the server's answer would.
        expect(fields).toEqual(expect.arrayContaining([...(error?.extra?.invalid ?? [])]));
        expect(error?.extra?.invalid?.length ?? 0, text).toBeGreaterThan(0);
      }
      expect(text).not.toContain('secret-password');
    }, 60_000);
  }
}
