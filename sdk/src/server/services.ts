import type { Disposable, JsonObject } from '@orrery/sdk';

/** @public */
export interface ServerConfig {
  /** Absolute path of the data directory. */
  readonly dataDir: string;
  readonly applicationRoot: string;
  readonly roles: 'all' | 'web' | 'worker';
  readonly examples: boolean;
  readonly featureFlags: Readonly<Record<string, boolean>>;
  /** `conf` keys of the bootstrap data (census BOOT-03) that the server reads too. */
  readonly conf: JsonObject;
}

/** @public */
export interface JobOptions {
  /** A second job with the same key is dropped while the first waits or runs. */
  readonly uniqueKey?: string;
  readonly delayMs?: number;
  readonly attempts?: number;
}

/** Background work that survives a restart. @public */
export interface JobQueue {
  enqueue(kind: string, payload: JsonObject, options?: JobOptions): Promise<string>;
  /** Registers the worker of a kind; `signal` is aborted on shutdown or cancel. */
  process(kind: string, work: (payload: JsonObject, job: { readonly id: string; readonly signal: AbortSignal; heartbeat(progress?: number): Promise<void> }) => Promise<void>): Disposable;
  cancel(id: string): Promise<boolean>;
}

/** Append-only log with replay; ids are `<ms>-<seq>` and compare as such. @public */
export interface EventLog {
  append(channel: string, event: JsonObject): Promise<string>;
  read(channel: string, afterId?: string, limit?: number): Promise<readonly { readonly id: string; readonly event: JsonObject }[]>;
  subscribe(channel: string, listener: (entry: { readonly id: string; readonly event: JsonObject }) => void): Disposable;
}

/** Bytes by key, shared by all processes of the deployment. Any of them may be gone at any time; what must stay is for {@link keepInMetadata}. @public */
export interface Cache {
  get(key: string): Promise<Buffer | undefined>;
  /** `ttlSeconds` 0 means until evicted. */
  set(key: string, value: Buffer, ttlSeconds: number): Promise<void>;
  delete(key: string): Promise<void>;
  /** Runs `compute` once for all callers of a key in flight in this process; failures are not cached. */
  singleFlight<T>(key: string, compute: () => Promise<T>): Promise<T>;
}

/** Encrypts values at rest with the deployment's key (AES-256-GCM, bound to `context`). @public */
export interface Secrets {
  seal(plain: string, context: string): string;
  /** Throws when the value was moved to another context or the key is gone. */
  open(sealed: string, context: string): string;
}
