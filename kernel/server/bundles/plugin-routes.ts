import type { IndexedPlugin } from '@orrery/sdk';
import type { HttpRequest, RouteDefinition } from '@orrery/sdk/server';
import { HttpError, HttpResponse } from '@orrery/sdk/server';
import type { DynamicPlugins } from './dynamic-plugins.ts';
import type { PluginIndex } from './plugin-index.ts';

const ADD_BODY = {
  type: 'object',
  additionalProperties: false,
  required: ['name', 'key', 'bundle_url'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 250 },
    key: { type: 'string', pattern: '^[a-z][a-z0-9]*(-[a-z0-9]+)*$', maxLength: 40 },
    bundle_url: { type: 'string', minLength: 1, maxLength: 1000 },
  },
};

/** A server half's state, for the Plugins page. */
export interface ServerPluginState {
  readonly id: string;
  readonly state: string;
  readonly reason?: { readonly code: string; readonly message: string };
}

/** The plugin index for the browser, and the administration of plugins. Baseline: census PLUG-09. */
export function pluginRoutes(options: {
  readonly index: PluginIndex;
  readonly dynamic: DynamicPlugins;
  languageOf(request: HttpRequest): string;
  serverStates(): readonly ServerPluginState[];
  /** Puts a plugin's base URL under the application root. */
  absolute(plugin: IndexedPlugin): IndexedPlugin;
}): RouteDefinition[] {
  const { index, dynamic } = options;
  const admin = ['can_write', 'DynamicPlugin'] as const;
  return [
    {
      method: 'GET',
      path: '/api/v1/plugin/index',
      permission: null,
      handler(request) {
        const { point, keys, ids } = request.query;
        const language = options.languageOf(request);
        const result = ids
          ? index.byIds(ids.split(','), language)
          : point
            ? keys
              ? index.byKeys(point, keys.split(','), language)
              : index.byPoint(point, language)
            : undefined;
        if (!result) throw new HttpError(400, 'Say which plugins: ?ids=a,b or ?point=<id>[&keys=a,b]');
        return new HttpResponse({ body: { result: result.map(options.absolute) }, headers: { 'cache-control': 'private, no-cache' } });
      },
    },
    {
      method: 'GET',
      path: '/api/v1/plugin/',
      permission: ['can_read', 'DynamicPlugin'],
      async handler(request) {
        const entries = new Map((await dynamic.list()).map((entry) => [entry.key, entry]));
        const servers = new Map(options.serverStates().map((state) => [state.id, state]));
        const plugins = index.all(options.languageOf(request)).map((plugin) => {
          const entry = plugin.source === 'dynamic' ? entries.get(plugin.manifest.id) : undefined;
          const server = servers.get(plugin.manifest.id);
          const rule = plugin.source === 'dynamic' ? dynamic.refusal(plugin.manifest.id) : undefined;
          return {
            id: plugin.manifest.id,
            displayName: plugin.manifest.displayName,
            description: plugin.manifest.description,
            publisher: plugin.manifest.publisher,
            version: plugin.manifest.version,
            source: plugin.source,
            tier: plugin.tier,
            required: plugin.required ?? false,
            state: rule !== undefined ? 'rejected' : plugin.disabled === undefined ? 'enabled' : 'disabled',
            ...(plugin.disabled === undefined ? {} : { reason: { code: rule === undefined ? 'DISABLED' : 'ORIGIN_NOT_ALLOWED', message: rule ?? plugin.disabled } }),
            ...(server ? { server: { state: server.state, ...(server.reason ? { reason: server.reason } : {}) } } : {}),
            ...(entry ? { dynamicId: entry.id, bundle_url: entry.bundle_url } : {}),
          };
        });
        return { count: plugins.length, result: plugins };
      },
    },
    {
      method: 'PUT',
      path: '/api/v1/plugin/:id',
      permission: admin,
      body: { type: 'object', additionalProperties: false, required: ['enabled'], properties: { enabled: { type: 'boolean' } } },
      async handler(request: HttpRequest) {
        const { enabled } = request.body as { enabled: boolean };
        await dynamic.setEnabled(request.params['id'] ?? '', enabled, `Disabled by ${request.user.username}`);
        return { result: { id: request.params['id'], enabled } };
      },
    },
    { method: 'GET', path: '/dynamic-plugins/api/read', permission: null, handler: async () => ({ result: await dynamic.list() }) },
    {
      method: 'POST',
      path: '/dynamic-plugins/api/',
      permission: admin,
      body: ADD_BODY,
      async handler(request: HttpRequest) {
        const entry = await dynamic.add(request.body as { name: string; key: string; bundle_url: string });
        return new HttpResponse({ status: 201, body: { id: entry.id, result: entry } });
      },
    },
    {
      method: 'PUT',
      path: '/dynamic-plugins/api/:id',
      permission: admin,
      body: ADD_BODY,
      async handler(request: HttpRequest) {
        const entry = await dynamic.add(request.body as { name: string; key: string; bundle_url: string }, numericId(request));
        return { id: entry.id, result: entry };
      },
    },
    {
      method: 'DELETE',
      path: '/dynamic-plugins/api/:id',
      permission: admin,
      async handler(request: HttpRequest) {
        await dynamic.remove(numericId(request));
        return { message: 'OK' };
      },
    },
  ];
}

function numericId(request: HttpRequest): number {
  const id = Number(request.params['id']);
  if (!Number.isSafeInteger(id)) throw new HttpError(404, 'Not found');
  return id;
}
