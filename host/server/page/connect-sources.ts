/** A host source of a content security policy: nothing in it may end the directive. */
const SOURCE = /^wss?:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:]+\])(?::\d+)?$/;

/**
 * Origins the page connects to besides its own: that of the websocket of asynchronous queries, when the configuration
 * names a host for it (`GLOBAL_ASYNC_QUERIES_WEBSOCKET_URL`). Pure.
 */
export function connectSources(conf: Readonly<Record<string, unknown>>, featureFlags: Readonly<Record<string, boolean>>): readonly string[] {
  const address = conf['GLOBAL_ASYNC_QUERIES_WEBSOCKET_URL'];
  if (featureFlags['GLOBAL_ASYNC_QUERIES'] !== true || conf['GLOBAL_ASYNC_QUERIES_TRANSPORT'] !== 'ws' || typeof address !== 'string') return [];
  const [scheme, rest] = /^\s*(?:ws|http)(s?):\/\/(.*)/i.exec(address)?.slice(1) ?? [];
  if (scheme === undefined || rest === undefined) return [];
  try {
    const { origin } = new URL(`ws${scheme}://${rest}`);
    return SOURCE.test(origin) ? [origin] : [];
  } catch {
    return [];
  }
}
