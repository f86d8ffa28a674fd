import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { ConnectionTarget } from './connection-config.ts';

const CANCEL_CODE = 80_877_102;
const TLS_CODE = 80_877_103;
const GIVE_UP_MS = 3000;
const FIRST_PAUSE_MS = 50;
/** Sum of all pauses: some 50 s. */
const MAX_REQUESTS = 11;

function message(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 + numbers.length * 4);
  [bytes.length, ...numbers].forEach((number, at) => bytes.writeInt32BE(number | 0, at * 4));
  return bytes;
}

/**
 * Asks the server to stop what one of its sessions is doing. It needs neither a password nor a free connection.
 * Settles when the request is out, or could not be sent.
 */
export function sendCancelRequest(target: ConnectionTarget, processId: number, secret: number): Promise<void> {
  return new Promise((resolve) => {
    const socket = target.host.startsWith('/') ? connect(`${target.host}/.s.PGSQL.${target.port}`) : connect(target.port, target.host);
    const cancel = message(CANCEL_CODE, processId, secret);
    socket.setTimeout(GIVE_UP_MS, () => socket.destroy());
    socket.on('error', () => resolve()).on('close', () => resolve());
    socket.once('connect', () => {
      if (!target.ssl) {
        socket.end(cancel);
        return;
      }
      socket.write(message(TLS_CODE));
      socket.once('data', (answer) => {
        if (answer.toString('latin1', 0, 1) !== 'S') socket.end(cancel);
        else {
          const secure = connectTls({ ...(target.ssl || {}), socket }, () => void secure.end(cancel));
          secure.on('error', () => socket.destroy());
        }
      });
    });
  });
}

/**
 * Asks again, ever less often, until `isOver` says that the session has stopped. One request is not enough: the server forgets
 * one that arrives while the session waits for its client, as between the messages that prepare a statement and the one that runs it.
 */
export async function cancelUntil(isOver: () => boolean, target: ConnectionTarget, processId: number, secret: number): Promise<void> {
  for (let tried = 0; tried < MAX_REQUESTS && !isOver(); tried++) {
    void sendCancelRequest(target, processId, secret);
    await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE_MS * 2 ** tried).unref());
  }
}
