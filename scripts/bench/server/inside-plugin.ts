import { createToken } from '../../../sdk/src/common/index.ts';
import { defineServerPlugin } from '../../../sdk/src/server/index.ts';
import type { ServerPluginContext } from '../../../sdk/src/server/index.ts';
import { fakePlugin } from '../../../kernel/server/testing/start-test-kernel.ts';
import { DatabaseService } from '../../../plugins/app/database/contract.ts';

/** A plugin that hands the application's own services to a benchmark. `extend` may contribute. */
export function insidePlugin(extend?: (ctx: ServerPluginContext) => void, contributes: Readonly<Record<string, readonly Record<string, unknown>[]>> = {}) {
  let found: DatabaseService | undefined;
  const Bench = createToken<object>('bench', 'Bench', 1);
  const definition = defineServerPlugin({
    requires: { databases: DatabaseService },
    provides: { bench: Bench },
    activate(ctx, { databases }) {
      found = databases;
      extend?.(ctx);
      return { bench: {} };
    },
  });
  const points = Object.fromEntries(Object.keys(contributes).map((id) => [id, 1]));
  return {
    plugin: fakePlugin({ id: 'bench', dependencies: { database: '^0.1.0' }, points, contributes }, definition),
    databases(): DatabaseService {
      if (!found) throw new Error('The bench plugin did not start');
      return found;
    },
  };
}
