/** Callers whose timers and listeners are not the plugin's. */
const HARNESS = /[/\\](?:react-dom|scheduler|@testing-library|vitest|@vitest|jsdom|redux-saga|@redux-saga|axe-core)[/\\]|node:internal/;

/** The file and line that called a patched function; undefined for the harness itself. */
function caller(): string | undefined {
  const frames = (new Error().stack ?? '').split('\n').slice(1).filter((line) => !line.includes('leak-watch'));
  const [first = ''] = frames;
  return HARNESS.test(first) ? undefined : first.trim().replace(/^at\s+/, '');
}

/** What is still there, in words. */
export interface LeakWatch {
  leaks(): readonly string[];
  /** Puts the patched functions back. */
  stop(): void;
}

/** Watches timers, listeners on window and document, and nodes of the document from now on. */
export function watchLeaks(): LeakWatch {
  const held = new Map<unknown, string>();
  const undo: (() => void)[] = [];
  const host = globalThis as unknown as Record<string, unknown>;

  const patchTimer = (set: string, clear: string, isOnce: boolean): void => {
    const [realSet, realClear] = [host[set], host[clear]];
    if (typeof realSet !== 'function' || typeof realClear !== 'function') return;
    host[set] = (run: unknown, ...rest: unknown[]) => {
      const from = caller();
      const wrapped = isOnce && typeof run === 'function' ? (...args: unknown[]) => (held.delete(id), (run as (...args: unknown[]) => unknown)(...args)) : run;
      const id: unknown = (realSet as (...args: unknown[]) => unknown)(wrapped, ...rest);
      if (from) held.set(id, `${set} at ${from}`);
      return id;
    };
    host[clear] = (id: unknown) => {
      held.delete(id);
      (realClear as (id: unknown) => void)(id);
    };
    undo.push(() => Object.assign(host, { [set]: realSet, [clear]: realClear }));
  };

  const patchTarget = (name: string, target: EventTarget): void => {
    const { addEventListener, removeEventListener } = target;
    const keyOf = (type: string, listener: unknown, options: unknown): string => {
      const capture = typeof options === 'boolean' ? options : Boolean((options as { capture?: boolean } | undefined)?.capture);
      if (!ids.has(listener)) ids.set(listener, ids.size);
      return `${name} ${type} ${String(ids.get(listener))} ${String(capture)}`;
    };
    const ids = new Map<unknown, number>();
    target.addEventListener = (type: string, listener: EventListenerOrEventListenerObject | null, options?: AddEventListenerOptions | boolean) => {
      const from = caller();
      const key = keyOf(type, listener, options);
      if (from && listener) held.set(key, `listener for "${type}" on ${name} at ${from}`);
      if (typeof options === 'object') options.signal?.addEventListener('abort', () => held.delete(key), { once: true });
      addEventListener.call(target, type, listener, options);
    };
    target.removeEventListener = (type: string, listener: EventListenerOrEventListenerObject | null, options?: EventListenerOptions | boolean) => {
      held.delete(keyOf(type, listener, options));
      removeEventListener.call(target, type, listener, options);
    };
    undo.push(() => Object.assign(target, { addEventListener, removeEventListener }));
  };

  patchTimer('setInterval', 'clearInterval', false);
  patchTimer('setTimeout', 'clearTimeout', true);
  patchTimer('requestAnimationFrame', 'cancelAnimationFrame', true);
  patchTarget('window', window);
  patchTarget('document', document);
  const nodes = (): Element[] => [...document.body.children, ...document.head.children];
  const before = new Set(nodes());
  return {
    leaks: () => [...held.values(), ...nodes().flatMap((node) => (before.has(node) ? [] : [`<${node.localName}> in <${node.parentElement?.localName ?? ''}>`]))],
    stop: () => undo.forEach((restore) => restore()),
  };
}
