import { measureText } from './measure-text.ts';

/** Breaks a text at spaces, slashes and hyphens into lines no wider than `width`; undefined when a part alone is wider. */
export function wrapText(text: string, width: number, font: string): readonly string[] | undefined {
  const parts = text.split(/(?<=[\s/–-])/);
  const lines: string[] = [];
  let line = '';
  for (const part of parts) {
    if (measureText(part.trim(), font) > width) return undefined;
    if (line && measureText((line + part).trim(), font) > width) {
      lines.push(line.trim());
      line = part;
    } else line += part;
  }
  lines.push(line.trim());
  return lines;
}
