import { defineServerPlugin, HttpError } from '@orrery/sdk/server';
import { buildMenu } from './menu/build-menu.ts';
import { MENU } from './menu/menu-entries.ts';

const LANGUAGE = /^[a-z]{2,3}(?:[_-][A-Za-z]{2,4})?$/;

export default defineServerPlugin({
  activate(ctx) {
    const { conf, featureFlags } = ctx.config;
    const root = ctx.config.applicationRoot.replace(/\/$/, '');
    ctx.permissions.declare([
      { pair: ['can_read', 'AvailableDomains'], roles: ['Alpha', 'Gamma'] },
      { pair: ['can_get', 'MenuApi'], roles: ['Alpha', 'Gamma', 'sql_lab'] },
      { pair: ['can_read', 'Extensions'], roles: [] },
      ...MENU.flatMap((entry) => [entry, ...(entry.childs ?? [])]).map(({ name, roles }) => ({ pair: ['menu_access', name] as const, roles })),
    ]);

    ctx.route({
      method: 'GET',
      path: '/api/v1/available_domains/',
      permission: ['can_read', 'AvailableDomains'],
      handler: () => ({ result: { domains: Array.isArray(conf['SUPERSET_WEBSERVER_DOMAINS']) ? conf['SUPERSET_WEBSERVER_DOMAINS'] : [] } }),
    });
    ctx.route({
      method: 'GET',
      path: '/api/v1/menu/',
      permission: ['can_get', 'MenuApi'],
      handler: ({ user }) => ({ result: buildMenu(MENU, (name) => ctx.permissions.can(user, 'menu_access', name), root) }),
    });
    // Our own plugins are no remote modules of that format; they are listed by the plugin manager.
    if (featureFlags['ENABLE_EXTENSIONS'] === true) {
      ctx.route({ method: 'GET', path: '/api/v1/extensions/', permission: ['can_read', 'Extensions'], handler: () => ({ result: [] }) });
    }
    ctx.route({
      method: 'GET',
      path: '/superset/language_pack/:lang/',
      permission: null,
      handler({ params }) {
        const lang = params['lang'] ?? '';
        if (!LANGUAGE.test(lang)) throw new HttpError(404, 'Not found');
        return { domain: 'superset', locale_data: { superset: { '': { domain: 'superset', lang, plural_forms: 'nplurals=2; plural=(n != 1)' } } } };
      },
    });
  },
});
