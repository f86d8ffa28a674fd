import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SqlDialect } from '../../sdk/src/server/index.ts';
import { root } from '../paths.ts';

/** Engines under other names than their connector's folder. */
const CONNECTOR_OF: Readonly<Record<string, string>> = { postgres: 'postgresql', presto: 'trino', mariadb: 'mysql', clickhousedb: 'clickhouse' };

const isDialect = (value: unknown): value is SqlDialect => typeof value === 'object' && value !== null && 'timeGrains' in value && 'identifier' in value;

async function load(engine: string): Promise<SqlDialect | undefined> {
  const connector = CONNECTOR_OF[engine] ?? engine;
  const folder = path.join(root, `plugins/data/connector-${connector}`);
  if (!existsSync(folder)) return undefined;
  const file = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((name) => path.basename(name) === `${connector}-dialect.ts`);
  if (file === undefined) return undefined;
  const module = (await import(pathToFileURL(path.join(folder, file)).href)) as Readonly<Record<string, unknown>>;
  const dialects = Object.values(module).filter(isDialect);
  return dialects.find(({ name }) => name === engine) ?? dialects[0];
}

const loaded = new Map<string, Promise<SqlDialect | undefined>>();

/** The dialect of an engine as its connector prints it; undefined while no plugin of the tree has that connector. */
export function findDialect(engine: string): Promise<SqlDialect | undefined> {
  const found = loaded.get(engine) ?? load(engine);
  loaded.set(engine, found);
  return found;
}
