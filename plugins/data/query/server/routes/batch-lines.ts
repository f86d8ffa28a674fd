import { HttpError } from '@orrery/sdk/server';
import type { HttpRequest } from '@orrery/sdk/server';
import type { BatchLine } from '../../contract.ts';
import type { QueryEngine } from '../query-engine.ts';
import type { RawItem } from '../result/raw-item.ts';

/** Most contexts one batch may hold. */
export const MAX_BATCH = 500;

/** Answers each context of a batch as a line of JSON, in the order they are done. One that fails spoils no other. */
export async function* batchLines(
  engine: Pick<QueryEngine, 'run'>,
  contexts: readonly unknown[],
  { user, signal, query }: Pick<HttpRequest, 'user' | 'signal' | 'query'>,
  write: (items: readonly RawItem[]) => Promise<Buffer>,
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
    const answer = async (): Promise<Buffer> => write(await engine.run(context, user, signal, query));
    answer().then(
      (body) => finish(Buffer.concat([Buffer.from(`{"index":${index},"status":200,"body":`), body, Buffer.from('}\n')])),
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
