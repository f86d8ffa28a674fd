import type { ChartDataResult, Disposable } from '@orrery/sdk';
import type { PluginContext } from '@orrery/sdk/web';
import { abortError } from './flight.ts';

/** What a server says first that answers later (202). */
export interface AcceptedJob {
  readonly job_id: string;
}

/** Waits for questions answered later; what that takes is fetched with the first of them. */
export interface JobWaiter extends Disposable {
  /** Whether the server answers questions later (`GLOBAL_ASYNC_QUERIES`). */
  readonly isOn: boolean;
  /** Where the channel stands, to be asked before the question is: nothing that comes after can be its end. */
  position(): string | undefined;
  /** See `JobHub.result`. */
  result(job: AcceptedJob, since: string | undefined, signal: AbortSignal): Promise<readonly ChartDataResult[]>;
}

/** Under which name the storage keeps the last event heard (contract §3.8). */
const POSITION_KEY = 'last_async_event_id';

export function createJobWaiter({ api, bootstrap, storage, i18n }: Pick<PluginContext, 'api' | 'bootstrap' | 'storage' | 'i18n'>): JobWaiter {
  const { conf, feature_flags: flags } = bootstrap.common;
  let isOver = false;
  let loading: ReturnType<typeof load> | undefined;

  async function load() {
    const { openJobHub } = await import('./async/open-job-hub.ts').catch((error: unknown) => {
      // Code that did not arrive is fetched again for the next one.
      loading = undefined;
      throw error;
    });
    if (isOver) throw abortError();
    const position = { get: () => storage.get(POSITION_KEY), set: (id: string) => storage.set(POSITION_KEY, id) };
    return openJobHub({ api, conf, position, failed: () => i18n.t('error.query') });
  }

  return {
    isOn: flags['GLOBAL_ASYNC_QUERIES'] === true,
    position: () => storage.get<string>(POSITION_KEY),
    async result(job, since, signal) {
      return (await (loading ??= load())).result(job, since, signal);
    },
    dispose() {
      isOver = true;
      loading?.then((hub) => hub.dispose()).catch(() => undefined);
    },
  };
}
