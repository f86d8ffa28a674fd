import { expect, it } from 'vitest';
import { checkBody, isDateFormat } from './check-body.ts';
import { updateBody } from './dataset-bodies.ts';

const bodyOf = (payload: unknown): unknown => {
  try {
    checkBody(updateBody, payload);
    return undefined;
  } catch (error) {
    return (error as { body: { errors: { extra: { messages: unknown } }[] } }).body.errors[0]?.extra.messages;
  }
};

it('[ERR-35] names each problem where it is in the body', () => {
  expect(bodyOf({ offset: 1, columns: [{ column_name: 'a' }], folders: null })).toBeUndefined();
  expect(bodyOf({ nonsense: 1, offset: 'x' })).toEqual({ nonsense: ['Unknown field.'], offset: ['Not a valid integer.'] });
  expect(bodyOf({ columns: [{ column_name: 'a' }, { is_dttm: 1 }] })).toEqual({ columns: { 1: { column_name: ['Missing data for required field.'], is_dttm: ['Not a valid boolean.'] } } });
  expect(bodyOf({ metrics: [{ metric_name: '', expression: 'x', metric_type: 'm'.repeat(33) }] })).toEqual({ metrics: { 0: { metric_name: ['Length must be between 1 and 255.'], metric_type: ['Longer than maximum length 32.'] } } });
  expect(bodyOf({ columns: [{ column_name: 'a', python_date_format: '%Q' }] })).toEqual({ columns: { 0: { python_date_format: ['Invalid date/timestamp format'] } } });
});

it('[contract §1.3] accepts epochs and dates that can be read back', () => {
  expect(['epoch_s', 'epoch_ms', '%Y-%m-%d %H:%M:%S.%f', '%d%%'].map(isDateFormat)).toEqual([true, true, true, true]);
  expect(['%Q', '%Y-%', '%-d'].map(isDateFormat)).toEqual([false, false, false]);
});
