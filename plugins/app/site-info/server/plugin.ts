import path from 'node:path';
import type { JsonObject, User } from '@orrery/sdk';
import { BootstrapData, defineServerPlugin, HttpError } from '@orrery/sdk/server';
import { buildLanguagePack } from './language/language-pack.ts';
import type { LanguagePack } from './language/language-pack.ts';
import { readCatalogues } from './language/read-catalogues.ts';
import { buildMenu } from './menu/build-menu.ts';
import type { MenuItem } from './menu/build-menu.ts';
import { menuEntries } from './menu/menu-entries.ts';

const LANGUAGE = /^[a-z]{2,3}(?:[_-][A-Za-z]{2,4})?$/;

export default defineServerPlugin({
  activate(ctx) {
    const { conf, featureFlags } = ctx.config;
    const root = ctx.config.applicationRoot.replace(/\/$/, '');
    const entries = menuEntries(featureFlags, conf);
    const menuOf = (user: User): readonly MenuItem[] => buildMenu(entries, (name) => ctx.permissions.can(user, 'menu_access', name), root);
    const packs = new Map<string, LanguagePack>();
    ctx.permissions.declare([
      { pair: ['can_read', 'AvailableDomains'], roles: ['Alpha', 'Gamma'] },
      { pair: ['can_get', 'MenuApi'], roles: ['Alpha', 'Gamma', 'sql_lab'] },
      { pair: ['can_read', 'Extensions'], roles: [] },
      ...entries.flatMap((entry) => [entry, ...(entry.childs ?? [])]).map(({ name, roles }) => ({ pair: ['menu_access', name] as const, roles })),
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
      handler: ({ user }) => ({ result: menuOf(user) }),
    });
    // Our own plugins are no remote modules of that format; they are listed by the plugin manager.
    if (featureFlags['ENABLE_EXTENSIONS'] === true) {
      ctx.route({ method: 'GET', path: '/api/v1/extensions/', permission: ['can_read', 'Extensions'], handler: () => ({ result: [] }) });
    }
    ctx.contribute(BootstrapData, 'site-info.menu', async (user): Promise<JsonObject> => ({ menu_data: { menu: menuOf(user) as unknown as JsonObject[] } }));
    ctx.route({
      method: 'GET',
      path: '/superset/language_pack/:lang/',
      permission: null,
      async handler({ params }) {
        const lang = params['lang'] ?? '';
        if (!LANGUAGE.test(lang)) throw new HttpError(404, 'Not found');
        const known = packs.get(lang);
        if (known) return known;
        const catalogues = await readCatalogues(path.resolve(ctx.plugin.folder, '../..'), lang.replace('_', '-'));
        if (catalogues.length === 0) throw new HttpError(404, 'Not found');
        const pack = buildLanguagePack(lang, catalogues);
        packs.set(lang, pack);
        return pack;
      },
    });
  },
});
