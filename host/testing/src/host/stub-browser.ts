/** jsdom lacks a few browser parts that components touch; each stub is the smallest that keeps them running. */
class StubResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

/** Puts the stubs where the browser parts are missing. */
export function stubBrowser(): void {
  if (typeof window === 'undefined') return;
  window.ResizeObserver ??= StubResizeObserver as unknown as typeof ResizeObserver;
  window.matchMedia ??= ((query: string) => ({
    matches: false,
    media: query,
    addEventListener() {},
    removeEventListener() {},
    addListener() {},
    removeListener() {},
    onchange: null,
    dispatchEvent: () => false,
  })) as unknown as typeof window.matchMedia;
}
