import { resolve } from 'node:path';
import type { KernelConfig } from '@orrery/kernel/server';
import type { ServerArguments } from './parse-arguments.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
const FLAG_PREFIX = 'ORRERY_FEATURE_';

/** The kernel's configuration from arguments and `ORRERY_*`. */
export function readConfig(args: ServerArguments, environment: Environment): KernelConfig {
  const optional = <K extends string>(name: K, value: string | undefined): Partial<Record<K, string>> => (value ? ({ [name]: value } as Record<K, string>) : {});
  return {
    dataDir: resolve(args.data),
    applicationRoot: rootOf(environment['ORRERY_APPLICATION_ROOT']),
    roles: args.roles,
    examples: args.examples,
    featureFlags: flagsOf(environment),
    conf: confOf(environment['ORRERY_CONF']),
    trustProxy: environment['ORRERY_TRUST_PROXY'] === 'true',
    logLevel: LEVELS.find((level) => level === environment['ORRERY_LOG_LEVEL']) ?? 'info',
    ...optional('metadataUrl', environment['ORRERY_METADATA_URL']),
    ...optional('secretKey', environment['ORRERY_SECRET_KEY']),
    ...optional('publicOrigin', environment['ORRERY_PUBLIC_URL'] && new URL(environment['ORRERY_PUBLIC_URL']).origin),
  };
}

/** `/bi/` for `bi`, `/bi` and `/bi/`. */
function rootOf(text = ''): string {
  const path = text.split('/').filter((part) => part !== '').join('/');
  return path === '' ? '/' : `/${path}/`;
}

function flagsOf(environment: Environment): Record<string, boolean> {
  const flags = Object.entries(environment).filter(([name]) => name.startsWith(FLAG_PREFIX));
  return Object.fromEntries(flags.map(([name, value]) => [name.slice(FLAG_PREFIX.length), value === 'true' || value === '1']));
}

function confOf(text: string | undefined): Record<string, unknown> {
  if (!text) return {};
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    throw new Error('ORRERY_CONF must be a JSON object');
  }
}
