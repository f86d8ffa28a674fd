import type { ServerConfig } from '@orrery/sdk/server';

/** All that a deployment can set. */
export interface KernelConfig extends ServerConfig {
  /** `postgres://…`; embedded SQLite when absent. */
  readonly metadataUrl?: string;
  /** Text of the secret key; from `<data>/secret.key` when absent. */
  readonly secretKey?: string;
  /** Origin people use, e.g. `https://bi.example.org`; from the request when absent. */
  readonly publicOrigin?: string;
  /** Believe `X-Forwarded-*` of a proxy in front. */
  readonly trustProxy?: boolean;
  readonly logLevel?: 'debug' | 'info' | 'warn' | 'error' | 'silent';
}
