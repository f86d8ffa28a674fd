import type { RenderSandbox } from './render-sandbox.ts';
import type { RenderOutcome, RenderRequest } from './render-protocol.ts';

const MAX_ENTRIES = 500;
const MAX_LENGTH = 32_768;

/** A rendering depends on nothing but its request: what was rendered a moment ago needs no sandbox. The least recent is forgotten first. */
export function rememberOutcomes(sandbox: RenderSandbox): RenderSandbox {
  const known = new Map<string, RenderOutcome>();
  return {
    async render(request: RenderRequest) {
      const key = JSON.stringify(request);
      const found = known.get(key);
      if (found) {
        known.delete(key);
        known.set(key, found);
        return found;
      }
      const outcome = await sandbox.render(request);
      if (outcome.isBroken || key.length + outcome.text.length > MAX_LENGTH) return outcome;
      known.set(key, outcome);
      const [oldest] = known.keys();
      if (known.size > MAX_ENTRIES && oldest !== undefined) known.delete(oldest);
      return outcome;
    },
    dispose() {
      known.clear();
      sandbox.dispose();
    },
  };
}
