import { defineServerPlugin, HttpError, HttpResponse } from '@orrery/sdk/server';
import { AdvancedTypes } from '../contract.ts';
import { convertValues } from './convert-values.ts';
import { printJson } from './print-json.ts';
import { ADVANCED_TYPES } from './types/index.ts';

const BASE = '/api/v1/advanced_data_type';

export default defineServerPlugin({
  provides: { types: AdvancedTypes },
  activate(ctx) {
    const names = Object.keys(ADVANCED_TYPES);
    ctx.permissions.declare([{ pair: ['can_read', 'AdvancedDataType'], roles: ['Alpha', 'Gamma'] }]);
    ctx.route({ method: 'GET', path: `${BASE}/types`, permission: ['can_read', 'AdvancedDataType'], handler: () => ({ result: names }) });
    ctx.route({
      method: 'GET',
      path: `${BASE}/convert`,
      permission: ['can_read', 'AdvancedDataType'],
      handler({ q }) {
        const { type, values } = (typeof q === 'object' && q !== null ? q : {}) as { type?: unknown; values?: unknown };
        if (typeof type !== 'string') throw new HttpError(400, 'Not a valid rison schema type must be text');
        if (!Array.isArray(values) || values.length === 0 || values.some((value) => typeof value !== 'string' && typeof value !== 'number')) {
          throw new HttpError(400, 'Not a valid rison schema values must be a list of texts');
        }
        const result = convertValues(type, values as (string | number)[]);
        if (!result) throw new HttpError(400, `Invalid advanced data type: ${type}. Known are ${names.join(', ')}.`);
        return new HttpResponse({ body: printJson({ result }), headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' } });
      },
    });
    return { types: { names, convert: convertValues } };
  },
});
