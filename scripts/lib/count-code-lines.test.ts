import { expect, it } from 'vitest';
import { countCodeLines } from './count-code-lines.ts';

const CODE = `import { a } from 'a';
import './styles.css';
import type {
  b,
} from "b";

/**
 * What it does, in import { x } from 'x';
 * @public
 */
export function c(): Promise<string> {
  // why
  const url = 'http://x'; // a comment behind code

  /* more
     of it */
  /** Short. */ const d = /\\/\\*/;
  import(url);
  return d; /* ends */
}
export { b } from 'b';
`;

it('counts neither blank lines, comments nor imports, and every line with code', () => {
  expect(countCodeLines(CODE)).toBe(7);
});
