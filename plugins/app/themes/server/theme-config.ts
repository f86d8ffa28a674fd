import { HttpError } from '@orrery/sdk/server';
import { isTooDeep } from '../../../data/rest/contract.ts';

/** Checks a theme configuration given as JSON text; answers the text to store. */
export function checkThemeConfig(text: string): string {
  if (isTooDeep(text)) throw new HttpError(400, { message: { json_data: ['Nested too deeply.'] } });
  let config: unknown;
  try {
    config = JSON.parse(text);
  } catch (error) {
    throw new HttpError(400, { message: { json_data: [`Invalid JSON: ${error instanceof Error ? error.message : String(error)}`] } });
  }
  if (typeof config !== 'object' || config === null || Array.isArray(config)) throw new HttpError(400, { message: { json_data: ['Invalid theme configuration: an object with token, algorithm or components is expected.'] } });
  return text;
}
