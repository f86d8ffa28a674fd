import type { ChartDataResult, QueryContext } from '@orrery/sdk';
import { ApiError, isApiError } from '@orrery/sdk/web';
import type { ApiClient, ApiErrorItem } from '@orrery/sdk/web';
import type { BatchLine } from '../../../../data/query/contract.ts';
import type { Flight } from './flight.ts';
import type { AcceptedJob, JobWaiter } from './job-waiter.ts';

const SINGLE = '/api/v1/chart/data';
const BATCH = '/api/v1/chart/data/batch';

/** Sends one question by the contract's own call. */
export async function sendSingle(api: ApiClient, jobs: JobWaiter, flight: Flight): Promise<void> {
  const controller = new AbortController();
  const { signal } = controller;
  flight.abandon = () => controller.abort();
  try {
    const since = jobs.position();
    // Who hangs up before the 202 never learns which job to stop, and it comes soon.
    const answer = await api.post<{ result: readonly ChartDataResult[] } | AcceptedJob>(SINGLE, { body: flight.context, ...(jobs.isOn && isWhole(flight.context) ? {} : { signal }) });
    flight.resolve('job_id' in answer ? await jobs.result(answer, since, signal) : answer.result);
  } catch (error) {
    flight.reject(error);
  }
}

/**
 * Sends questions as one request and settles each as its line arrives. Answers false when the server has no batch call
 * (a Superset server), nothing being settled then.
 */
export async function sendBatch(api: ApiClient, flights: readonly Flight[], incomplete: () => string): Promise<boolean> {
  const controller = new AbortController();
  const abandon = () => {
    if (flights.every((flight) => flight.isSettled)) controller.abort();
  };
  for (const flight of flights) flight.abandon = abandon;
  try {
    const body = { queries: flights.map((flight) => flight.context) };
    for await (const line of api.stream<BatchLine>(BATCH, { body, signal: controller.signal })) {
      const flight = flights[line.index];
      if (flight) settle(flight, line);
    }
    const cut = new ApiError({ message: incomplete(), status: 0, url: BATCH });
    for (const flight of flights) flight.reject(cut);
  } catch (error) {
    if (isApiError(error) && (error.status === 404 || error.status === 405) && flights.every((flight) => !flight.isSettled)) return false;
    for (const flight of flights) flight.reject(error);
  }
  return true;
}

/** As the server decides (contract §3.8): whole answers in JSON. */
const isWhole = ({ result_type: type = 'full', result_format: format = 'json' }: QueryContext): boolean => type === 'full' && format === 'json';

function settle(flight: Flight, line: BatchLine): void {
  const { body, status } = line;
  if (status < 400 && body.result) flight.resolve(body.result);
  else flight.reject(errorOf(line));
}

function errorOf({ status, body }: BatchLine): ApiError {
  const errors = (body.errors ?? []).filter(isErrorItem);
  const own = typeof body.message === 'string' ? body.message : undefined;
  const message = errors[0]?.message ?? own ?? `HTTP ${status}`;
  return new ApiError({ message, status, errors, url: SINGLE });
}

function isErrorItem(value: unknown): value is ApiErrorItem {
  return typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string';
}
