import type { ApiCall, ApiMiddlewareCode } from '@orrery/sdk/web';

/** A contributed middleware that applies to a call. */
export interface Middleware {
  load(): Promise<ApiMiddlewareCode>;
  onFault(error: unknown): void;
}

type Send = (call: ApiCall) => Promise<Response>;

/** `send` with middlewares around it, the first outermost. One that fails is reported and left out of the call. */
export function throughMiddlewares(middlewares: readonly Middleware[], send: Send): Send {
  return middlewares.reduceRight<Send>((next, { load, onFault }) => {
    return async (call) => {
      let passed: Promise<Response> | undefined;
      try {
        const code = await load();
        return await code.handle(call, (changed) => (passed = next(changed)));
      } catch (error) {
        // What failed behind it is not its fault, and must not be sent twice.
        const failure = await passed?.then(() => undefined, (reason: unknown) => reason);
        if (failure === undefined || failure !== error) onFault(error);
        return passed ?? next(call);
      }
    };
  }, send);
}
