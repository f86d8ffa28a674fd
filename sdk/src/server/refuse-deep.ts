import { HttpError } from './http.ts';

/** Deeper than anything the interface or a client sends; code that walks values by calling itself must not run out of stack. */
const MOST_DEPTH = 200;

/** The value itself; throws HttpError 400 when lists and objects in it are nested beyond reason. `length`: of its text, which short ones cannot exceed. @public */
export function refuseDeep<T>(value: T, length: number): T {
  if (length <= MOST_DEPTH) return value;
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MOST_DEPTH) throw new HttpError(400, `The request is nested too deeply: at most ${MOST_DEPTH} levels are accepted`);
    const next: unknown[] = [];
    for (const one of level) if (typeof one === 'object' && one !== null) for (const item of Object.values(one)) if (typeof item === 'object' && item !== null) next.push(item);
    level = next;
  }
  return value;
}
