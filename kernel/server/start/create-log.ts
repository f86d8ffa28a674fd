import { pino } from 'pino';
import type { DestinationStream, Logger as Pino } from 'pino';
import type { Logger } from '@orrery/sdk';

/** A logger that can be tagged. */
export interface KernelLog extends Logger {
  child(tags: Readonly<Record<string, unknown>>): KernelLog;
}

/** Last line of defence: fields by these names never reach the log, whoever put them there. */
const SECRET_FIELDS = ['password', 'token', 'access_token', 'refresh_token', 'secret', 'cookie', 'authorization', 'csrf_token', 'body', 'parameters'];

/** Structured log, one JSON object per line, on standard error: standard output belongs to the ready line. */
export function createLog(level: string, destination?: DestinationStream): KernelLog {
  const paths = SECRET_FIELDS.flatMap((name) => [name, `*.${name}`]);
  const logger = pino(
    { level, base: null, redact: { paths, censor: '[removed]' }, formatters: { level: (label) => ({ level: label }) }, timestamp: () => `,"time":"${new Date().toISOString()}"` },
    destination ?? pino.destination({ dest: 2, sync: false }),
  );
  return wrap(logger as Pino);
}


function wrap(logger: Pino): KernelLog {
  return {
    debug: (message, fields = {}) => logger.debug(fields, message),
    info: (message, fields = {}) => logger.info(fields, message),
    warn: (message, fields = {}) => logger.warn(fields, message),
    error: (message, fields = {}) => logger.error(fields, message),
    child: (tags) => wrap(logger.child(tags)),
  };
}
