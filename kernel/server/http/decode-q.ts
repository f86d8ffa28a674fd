import { decodeRison } from '@orrery/sdk';
import { HttpError } from '@orrery/sdk/server';

/** The `q` argument: Rison, else JSON (contract §2.1). */
export function decodeQ(text: string | undefined): unknown {
  if (text === undefined || text === '') return undefined;
  try {
    return decodeRison(text);
  } catch {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      throw new HttpError(400, 'Not a valid rison/json argument');
    }
  }
}
