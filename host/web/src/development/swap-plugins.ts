import type { WebKernel } from '../../../../kernel/web/index.ts';

/** `npm run dev`: takes each rebuilt plugin over as the server tells of it, without reloading the page. */
export function swapPlugins({ runtime, development, ctx, history }: Pick<WebKernel, 'runtime' | 'development' | 'ctx' | 'history'>): void {
  let last = Promise.resolve();
  const source = new EventSource(history.href('/dev/events'));
  source.addEventListener('message', ({ data }) => {
    const ids = (JSON.parse(String(data)) as string[]).filter((id) => runtime.status(id));
    last = last.then(() => swap(ids)).catch((error: unknown) => ctx.log.error('A rebuilt plugin could not be taken over', { error }));
  });

  async function swap(ids: readonly string[]): Promise<void> {
    // Those that use a swapped plugin stop with it; all that ran run again.
    const running = runtime.statuses().filter(({ id, state }) => state === 'active' || (ids.includes(id) && /Failed$|quarantined/.test(state)));
    const kept = development.keepStates();
    try {
      await development.reload(ids);
      await Promise.allSettled(running.map(({ id, activatedBy }) => runtime.activate(id, activatedBy ?? 'development')));
      ctx.log.info(`Took over ${ids.join(', ')}`);
    } finally {
      kept.dispose();
    }
  }
}
