import { expect, it } from 'vitest';
import { urlParamsOf } from './url-params.ts';

it('[ROUTE-37] takes every parameter no page of ours reads', () => {
  expect(urlParamsOf('?region=EU&standalone=1&native_filters_key=k&who=me')).toEqual({ region: 'EU', who: 'me' });
  expect(urlParamsOf('')).toEqual({});
});
