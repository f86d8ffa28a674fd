import { parseArgs } from 'node:util';

/** What a person can say on the command line. */
export interface ServerArguments {
  readonly port: number;
  readonly host: string;
  readonly data: string;
  readonly examples: boolean;
  readonly roles: 'all' | 'web' | 'worker';
}

export const USAGE = `Usage: npm start -- [options]
  --port N          port to listen at (8088)
  --host ADDRESS    address to listen at (127.0.0.1: this machine only)
  --data DIR        folder for everything that is kept (.data)
  --no-examples     start without example data
  --roles ROLES     all, web or worker (all)`;

/** Reads the arguments, with the environment (`ORRERY_PORT` …) for those not given. Throws with a sentence for the reader. */
export function parseArguments(argv: readonly string[], environment: Readonly<Record<string, string | undefined>>): ServerArguments {
  const { values } = parseArgs({
    args: [...argv],
    options: { port: { type: 'string' }, host: { type: 'string' }, data: { type: 'string' }, 'no-examples': { type: 'boolean' }, roles: { type: 'string' } },
  });
  const port = Number(values.port ?? environment['ORRERY_PORT'] ?? 8088);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error('--port must be a number from 0 to 65535');
  const roles = values.roles ?? environment['ORRERY_ROLES'] ?? 'all';
  if (roles !== 'all' && roles !== 'web' && roles !== 'worker') throw new Error('--roles must be all, web or worker');
  return {
    port,
    host: values.host ?? environment['ORRERY_HOST'] ?? '127.0.0.1',
    data: values.data ?? environment['ORRERY_DATA'] ?? '.data',
    examples: !(values['no-examples'] ?? environment['ORRERY_EXAMPLES'] === 'false'),
    roles,
  };
}
