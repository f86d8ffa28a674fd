import type { JsonObject } from '@orrery/sdk';

/** One entry of a SIP-40 error body. @public */
export interface ApiErrorItem {
  readonly message: string;
  readonly error_type?: string;
  readonly level?: 'info' | 'warning' | 'error';
  readonly extra?: JsonObject;
}

/**
 * Every failed call, whatever body the server answered, as one shape (census GEN-01).
 * `status` is 0 when no answer arrived.
 * @public
 */
export class ApiError extends Error {
  readonly status: number;
  readonly statusText: string;
  readonly errors: readonly ApiErrorItem[];
  readonly severity: 'info' | 'warning' | 'error' | 'danger';
  readonly extra: JsonObject;
  readonly url: string;
  /** Field → problems, when the server validated a form. */
  readonly fields: Readonly<Record<string, readonly string[]>>;

  constructor(init: {
    message: string;
    status: number;
    statusText?: string;
    errors?: readonly ApiErrorItem[];
    severity?: 'info' | 'warning' | 'error' | 'danger';
    extra?: JsonObject;
    url: string;
    fields?: Readonly<Record<string, readonly string[]>>;
    cause?: unknown;
  }) {
    super(init.message, init.cause === undefined ? undefined : { cause: init.cause });
    this.name = 'ApiError';
    this.status = init.status;
    this.statusText = init.statusText ?? '';
    this.errors = init.errors ?? [];
    this.severity = init.severity ?? 'error';
    this.extra = init.extra ?? {};
    this.url = init.url;
    this.fields = init.fields ?? {};
  }
}

/** True for an {@link ApiError} of any copy of the SDK. @public */
export function isApiError(value: unknown): value is ApiError {
  return value instanceof Error && value.name === 'ApiError' && 'status' in value;
}

/** @public */
export interface RequestOptions {
  readonly signal?: AbortSignal;
  /** Rison-encoded into `q`. */
  readonly q?: unknown;
  readonly params?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** Sent as JSON unless it is a FormData or a string. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** A 401 sends the user to the login page unless this is false. */
  readonly redirectOn401?: boolean;
}

/**
 * The only way to the server: base path, CSRF, guest token, abort when the plugin is disposed, one flight for equal GETs,
 * retry with back-off of idempotent calls, errors as {@link ApiError}. Paths start with `/` and are under the application root.
 * @public
 */
export interface ApiClient {
  get<T>(path: string, options?: Omit<RequestOptions, 'body'>): Promise<T>;
  post<T>(path: string, options?: RequestOptions): Promise<T>;
  put<T>(path: string, options?: RequestOptions): Promise<T>;
  delete<T>(path: string, options?: RequestOptions): Promise<T>;
  /** POSTs JSON and yields each line of an `application/x-ndjson` answer as it arrives. */
  stream<T>(path: string, options?: RequestOptions): AsyncIterable<T>;
  /** The address of a path under the application root, for links and downloads. */
  url(path: string): string;
}
