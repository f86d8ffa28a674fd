import { decodeRison } from '@orrery/sdk';
import { HttpError, refuseDeep } from '@orrery/sdk/server';

/** The `q` argument: Rison, else JSON (contract §2.1). */
export function decodeQ(text: string | undefined): unknown {
  return text === undefined || text === '' ? undefined : refuseDeep(decode(text), text.length);
}

function decode(text: string): unknown {
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
