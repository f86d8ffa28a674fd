import type { QueryContext, User } from '@orrery/sdk';
import { HttpError } from '@orrery/sdk/server';
import type { BatchLine, QueryService } from '../../contract.ts';

/** Most contexts one batch may hold. */
export const MAX_BATCH = 500;

/** Answers each context of a batch as a line of JSON, in the order they are done. One that fails spoils no other. */
export async function* batchLines(
  service: QueryService,
  contexts: readonly QueryContext[],
  user: User,
  signal: AbortSignal,
  onFailure: (error: unknown) => void,
): AsyncGenerator<string, void, void> {
  const done: string[] = [];
  let wake: (() => void) | undefined;
  let open = contexts.length;
  const finish = (line: BatchLine): void => {
    done.push(`${JSON.stringify(line)}\n`);
    open--;
    wake?.();
  };
  contexts.forEach((context, index) => {
    service.run(context, user, signal).then(
      (result) => finish({ index, status: 200, body: { result } }),
      (error: unknown) => {
        if (error instanceof HttpError) finish({ index, status: error.status, body: error.body as BatchLine['body'] });
        else {
          onFailure(error);
          finish({ index, status: 500, body: { message: 'Fatal error' } });
        }
      },
    );
  });
  while (open > 0 || done.length > 0) {
    const lines = done.splice(0).join('');
    if (lines) yield lines;
    else await new Promise<void>((resolve) => (wake = resolve));
  }
}
