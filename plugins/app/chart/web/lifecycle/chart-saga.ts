import { call, cancelled, fork, put, take } from 'redux-saga/effects';
import type { ChartDataResult } from '@orrery/sdk';
import type { ChartDataClient } from '../query/chart-data-client.ts';
import type { ChartAction, ChartError } from './chart-slice.ts';

type Asked = Extract<ChartAction, { type: 'chart/ASKED' }>;

/** What the life cycle needs from outside. */
export interface ChartSagaDeps {
  readonly client: ChartDataClient;
  readonly now: () => number;
  readonly describeError: (error: unknown) => ChartError;
}

/** The life of all charts: one query at a time per chart; asking again, stopping or leaving aborts the one under way. */
export function createChartSaga(deps: ChartSagaDeps): () => Generator {
  return function* chartSaga(): Generator {
    const running = new Map<string, { cancel(): void }>();
    for (;;) {
      const action = (yield take(['chart/ASKED', 'chart/STOPPED', 'chart/REMOVED'])) as Exclude<ChartAction, { type: 'chart/FELL_BACK' }>;
      running.get(action.key)?.cancel();
      running.delete(action.key);
      if (action.type === 'chart/ASKED') running.set(action.key, (yield fork(runQuery, deps, action)) as { cancel(): void });
    }
  };
}

function* runQuery({ client, now, describeError }: ChartSagaDeps, asked: Asked): Generator {
  const controller = new AbortController();
  const { key } = asked;
  try {
    const options = { signal: controller.signal, skipCache: asked.skipCache };
    const results = (yield call([client, client.query], asked.context, options)) as readonly ChartDataResult[];
    // A 200 may still carry an error per query (contract §3.5).
    const problem = results.find((result) => result.error)?.error;
    if (problem) yield put({ type: 'chart/FAILED', key, error: { message: problem }, at: now() });
    else yield put({ type: 'chart/ANSWERED', key, results, at: now() });
  } catch (error) {
    yield put({ type: 'chart/FAILED', key, error: describeError(error), at: now() });
  } finally {
    if ((yield cancelled()) as boolean) controller.abort();
  }
}
