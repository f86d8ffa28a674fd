import type { JsonObject } from '@orrery/sdk';
import { readAsyncSettings } from './async-settings.ts';
import { createJobHub } from './job-hub.ts';
import type { JobHub, JobHubOptions } from './job-hub.ts';

/** The hub of the page, as the page's configuration wants it. */
export function openJobHub({ conf, ...options }: { readonly conf: JsonObject } & Pick<JobHubOptions, 'api' | 'position' | 'failed'>): JobHub {
  return createJobHub({ ...options, settings: readAsyncSettings(conf, options.api, location.href), WebSocket: globalThis.WebSocket });
}
