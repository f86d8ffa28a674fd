import { describe, expect, it } from 'vitest';
import { connectionTarget } from './connection-config.ts';
import { createQuerySettings, settingsQuestion } from './query-settings.ts';

const target = connectionTarget({ host: 'h', query: { max_threads: '2', secure: 'true', readonly: '0', unknown_one: '1', "x' OR 1": '1' } });
const known = (over: Readonly<Record<string, string>> = {}): ReadonlyMap<string, string> => new Map(Object.entries({ readonly: '0', max_execution_time: '0', max_result_rows: '0', session_timezone: '', max_threads: '8', ...over }));

describe('settings of statements', () => {
  it('are those the server knows, readonly for reading', () => {
    const settings = createQuerySettings(target, known());
    expect(settings.forRead(1500, 10)).toEqual({ session_timezone: 'UTC', max_threads: '2', max_execution_time: '2', max_result_rows: '10', readonly: '1' });
    expect(settings.forWrite(1000)).toEqual({ session_timezone: 'UTC', max_threads: '2', max_execution_time: '1' });
  });

  it('fit the rights of the user', () => {
    expect(createQuerySettings(target, known({ readonly: '2' })).forRead(1000, 10)).not.toHaveProperty('readonly');
    expect(() => createQuerySettings(target, known({ readonly: '1' }))).toThrow('readonly = 2');
  });

  it('come from the address, its parameters and other names left out', () => {
    expect(target).toMatchObject({ isEncrypted: true, port: 8443, settings: { max_threads: '2', unknown_one: '1' } });
    expect(target.settings).not.toHaveProperty('readonly');
    expect(settingsQuestion(target)).not.toContain('OR 1');
  });
});
