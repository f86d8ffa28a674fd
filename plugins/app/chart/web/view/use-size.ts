import { useLayoutEffect, useState } from 'react';
import type { RefObject } from 'react';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Where layout is unknown (not laid out yet, or no layout engine) a chart is drawn this large rather than not at all. */
const UNKNOWN: Size = { width: 320, height: 240 };

/** The element's content box in whole CSS pixels; undefined until measured, before the first paint. */
export function useSize(ref: RefObject<HTMLElement | null>): Size | undefined {
  const [size, setSize] = useState<Size>();
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const measure = (width: number, height: number) => {
      const next = { width: Math.floor(width) || UNKNOWN.width, height: Math.floor(height) || UNKNOWN.height };
      setSize((last) => (last?.width === next.width && last.height === next.height ? last : next));
    };
    measure(element.clientWidth, element.clientHeight);
    const observer = new ResizeObserver((entries) => {
      const box = entries.at(-1)?.contentRect;
      // A hidden element has no box; drawing for it would be wasted.
      if (box && box.width > 0 && box.height > 0) measure(box.width, box.height);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return size;
}
