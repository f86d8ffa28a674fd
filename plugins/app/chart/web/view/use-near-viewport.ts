import { useEffect, useState } from 'react';
import type { RefObject } from 'react';

const callbacks = new WeakMap<Element, () => void>();
let shared: IntersectionObserver | undefined;
let watched = 0;

/** One observer for all charts: their notices come in one task, so that their queries go as one request. */
function watch(element: Element, onNear: () => void): () => void {
  shared ??= new IntersectionObserver(
    (entries) => {
      for (const entry of entries) if (entry.isIntersecting) callbacks.get(entry.target)?.();
    },
    { rootMargin: '100% 0px' },
  );
  callbacks.set(element, onNear);
  shared.observe(element);
  watched += 1;
  return () => {
    callbacks.delete(element);
    shared?.unobserve(element);
    watched -= 1;
    if (watched > 0) return;
    shared?.disconnect();
    shared = undefined;
  };
}

/** True once the element came within one viewport of the visible part, and from then on. */
export function useNearViewport(ref: RefObject<Element | null>, isLazy: boolean): boolean {
  const [isNear, setIsNear] = useState(!isLazy || typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    const element = ref.current;
    if (isNear || !element) return undefined;
    return watch(element, () => setIsNear(true));
  }, [ref, isNear]);
  return isNear;
}
