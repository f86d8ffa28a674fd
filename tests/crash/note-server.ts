// The server that is killed: the real kernel with one small resource whose rows come with two links each.
import { startServerKernel } from '@orrery/kernel/server';
import type { ServerPlugin } from '@orrery/kernel/server';
import type { PluginManifest } from '@orrery/sdk';
import { defineServerPlugin } from '@orrery/sdk/server';
import { createFileCache } from '../../host/server/cache/create-file-cache.ts';
import { ResourceService } from '../../plugins/data/rest/contract.ts';
import rest from '../../plugins/data/rest/server/plugin.ts';

const [dataDir = ''] = process.argv.slice(2);
const body = { type: 'object', additionalProperties: false, required: ['title'], properties: { title: { type: 'string' } } };

const definition = defineServerPlugin({
  requires: { resources: ResourceService },
  async activate(ctx, { resources }) {
    await ctx.metadata.migrate([
      {
        name: '1-notes',
        async up(db, { withId }) {
          await withId(db.schema.createTable('note'))
            .addColumn('title', 'text', (column) => column.notNull())
            .addColumn('done', 'smallint', (column) => column.notNull())
            .addColumn('created_on', 'bigint')
            .addColumn('changed_on', 'bigint')
            .addColumn('created_by_fk', 'integer')
            .addColumn('changed_by_fk', 'integer')
            .execute();
          await db.schema.createTable('note_part').addColumn('note_id', 'integer').addColumn('part_id', 'integer').execute();
        },
      },
    ]);
    resources.register(ctx, {
      name: 'note',
      view: 'Note',
      noun: ['note', 'notes'],
      table: 'note',
      fields: {
        id: { kind: 'integer' },
        title: { kind: 'text' },
        parts: { relation: 'many', table: 'ab_role', columns: { id: 'id' }, through: { table: 'note_part', local: 'note_id', target: 'part_id' } },
      },
      listColumns: ['id', 'title', 'parts.id'],
      showColumns: ['id', 'title'],
      orderColumns: {},
      defaultOrder: ['changed_on', 'desc'],
      searchColumns: ['title'],
      create: {
        body,
        plan: ({ title }) => ({ values: { title: String(title), done: 0 }, links: { parts: [1, 2] } }),
        // A second statement after an await: a half-written note would be one with done = 0.
        async after(id, _input, { db }) {
          await new Promise((resolve) => setImmediate(resolve));
          await db.updateTable('note').set({ done: 1 }).where('id', '=', id).execute();
        },
      },
    });
  },
});

function pluginOf(id: string, server: unknown, dependencies: PluginManifest['dependencies'] = {}): ServerPlugin {
  const manifest: PluginManifest = {
    manifestVersion: 1, id, version: '0.1.0', publisher: 'test', displayName: id, description: 'For the crash test.', engines: { sdk: '^0.1.0' }, entry: { server: 'plugin.js' }, dependencies,
  };
  return { indexed: { manifest, source: 'builtin', tier: 'builtin', baseUrl: `/plugins/${id}/`, integrity: {} }, folder: dataDir, load: async () => ({ default: server }) };
}

const kernel = await startServerKernel({
  config: { dataDir, applicationRoot: '/', roles: 'all', examples: false, featureFlags: {}, conf: {}, logLevel: 'silent' },
  cache: () => createFileCache({ folder: `${dataDir}/cache` }),
  plugins: [pluginOf('rest', rest), pluginOf('note', definition, { rest: '^0.1.0' })],
});
const origin = await kernel.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`${JSON.stringify({ origin, token: await kernel.auth.tokens.issue('access', Number(process.argv[3]), null) })}\n`);
