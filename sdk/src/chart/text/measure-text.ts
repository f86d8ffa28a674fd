let context: CanvasRenderingContext2D | null | undefined;
const cache = new Map<string, number>();
const MAX_CACHED = 5000;

/** Width of a text in CSS pixels; an estimate where there is no canvas (tests, workers). @public */
export function measureText(text: string, font: string): number {
  const key = `${font}|${text}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const width = measure(text, font);
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(key, width);
  return width;
}

function measure(text: string, font: string): number {
  // jsdom has the method but prints an error when it is called.
  if (context === undefined) context = typeof CanvasRenderingContext2D === 'undefined' ? null : document.createElement('canvas').getContext('2d');
  if (!context) return text.length * (Number.parseFloat(/[\d.]+(?=px)/.exec(font)?.[0] ?? '') || 12) * 0.56;
  context.font = font;
  return context.measureText(text).width;
}

/** Cuts a text with an ellipsis so that it fits into `width` pixels. @public */
export function fitText(text: string, width: number, font: string): string {
  if (measureText(text, font) <= width) return text;
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (measureText(`${text.slice(0, middle)}…`, font) <= width) low = middle;
    else high = middle - 1;
  }
  return low === 0 ? '…' : `${text.slice(0, low)}…`;
}
