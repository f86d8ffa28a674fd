import type { User } from '@orrery/sdk';
import { HttpError } from '@orrery/sdk/server';
import type { BatchLine } from '../../contract.ts';
import type { QueryEngine } from '../query-engine.ts';
import { resultBody } from '../result/raw-item.ts';

/** Most contexts one batch may hold. */
export const MAX_BATCH = 500;

/** Answers each context of a batch as a line of JSON, in the order they are done. One that fails spoils no other. */
export async function* batchLines(
  engine: QueryEngine,
  contexts: readonly unknown[],
  user: User,
  signal: AbortSignal,
  onFailure: (error: unknown) => void,
): AsyncGenerator<Buffer, void, void> {
  const done: Buffer[] = [];
  let wake: (() => void) | undefined;
  let open = contexts.length;
  const finish = (line: Buffer): void => {
    done.push(line);
    open--;
    wake?.();
  };
  const refuse = (line: BatchLine): void => finish(Buffer.from(`${JSON.stringify(line)}\n`));
  contexts.forEach((context, index) => {
    engine.run(context, user, signal).then(
      (items) => finish(Buffer.concat([Buffer.from(`{"index":${index},"status":200,"body":`), resultBody(items), Buffer.from('}\n')])),
      (error: unknown) => {
        if (error instanceof HttpError) refuse({ index, status: error.status, body: error.body as BatchLine['body'] });
        else {
          onFailure(error);
          refuse({ index, status: 500, body: { message: 'Fatal error' } });
        }
      },
    );
  });
  while (open > 0 || done.length > 0) {
    const line = done.shift();
    if (line) yield line;
    else await new Promise<void>((resolve) => (wake = resolve));
  }
}
