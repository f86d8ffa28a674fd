import type { ExtensionPointDeclaration, JsonSchema } from '@orrery/sdk';

const text: JsonSchema = { type: 'string', minLength: 1 };
const order: JsonSchema = { type: 'number' };
const permission: JsonSchema = { type: 'array', items: text, minItems: 2, maxItems: 2 };
/** `<pluginId>.<name>` */
const id: JsonSchema = { type: 'string', pattern: '^[a-z][a-z0-9]*(-[a-z0-9]+)*\\.[A-Za-z0-9][A-Za-z0-9.-]*$' };
const place: JsonSchema = { type: 'string', pattern: '^[a-z][a-z0-9-]*\\.[A-Za-z0-9.-]+$' };

type Traits = Pick<ExtensionPointDeclaration, 'conflict'> & Partial<Pick<ExtensionPointDeclaration, 'dataOnly' | 'codeWhen' | 'half' | 'activation' | 'eager'>>;

function point(name: string, description: string, traits: Traits, required: readonly string[], properties: Record<string, JsonSchema>): ExtensionPointDeclaration {
  const schema = { type: 'object', required: ['id', ...required], additionalProperties: false, properties: { id, ...properties } };
  return { id: `core.${name}`, version: 1, description, key: 'id', half: 'web', ...traits, schema };
}

/** The points the kernel owns; their types are in `@orrery/sdk/web`. */
export const CORE_POINTS: readonly ExtensionPointDeclaration[] = [
  point('routes', 'Pages.', { conflict: 'reject', activation: 'onRoute', eager: true }, ['path', 'title'], {
    path: { type: 'string', pattern: '^/' },
    title: text,
    permission,
    layout: { enum: ['shell', 'blank'] },
    anonymous: { type: 'boolean' },
  }),
  point('nav-items', 'Entries of the navigation rail.', { conflict: 'reject', dataOnly: true, eager: true }, ['label', 'icon', 'route'], {
    label: text,
    icon: text,
    route: id,
    group: { enum: ['main', 'data', 'admin'] },
    order,
    permission,
  }),
  point('commands', 'Things a person can do by name, key or palette.', { conflict: 'reject', activation: 'onCommand', eager: true }, ['title'], {
    title: text,
    icon: text,
    argsSchema: { type: 'object' },
    permission,
    palette: { type: 'boolean' },
  }),
  point('keybindings', 'Keys for commands.', { conflict: 'stack', dataOnly: true, eager: true }, ['keys', 'command'], { keys: text, command: id }),
  point('context-menus', 'Commands in menus of other plugins.', { conflict: 'stack', dataOnly: true, eager: true }, ['location', 'command'], { location: place, command: id, order }),
  point('themes', 'Colours over a base scheme.', { conflict: 'reject', dataOnly: true, eager: true }, ['title', 'scheme', 'tokens'], {
    title: text,
    scheme: { enum: ['light', 'dark'] },
    tokens: { type: 'object', additionalProperties: text },
    categorical: { type: 'array', items: text, minItems: 1 },
    order,
  }),
  point('translations', 'Texts for plugins of others.', { conflict: 'stack', dataOnly: true, eager: true }, ['language', 'files'], {
    language: { type: 'string', pattern: '^[a-z]{2,3}(-[A-Za-z0-9]+)*$' },
    files: { type: 'object', additionalProperties: text },
  }),
  point('formatters', 'Formats for numbers and times.', { conflict: 'reject', activation: 'onFormatter' }, ['title', 'kind'], { title: text, kind: { enum: ['number', 'time'] } }),
  point('error-panels', 'Drawings of certain server errors.', { conflict: 'stack', activation: 'onError' }, ['errorTypes'], {
    errorTypes: { type: 'array', items: text, minItems: 1 },
  }),
  point('search-providers', 'What the palette searches.', { conflict: 'reject', activation: 'onSearch' }, ['title'], { title: text }),
  point('telemetry-sinks', 'Where activity events go.', { conflict: 'stack', activation: 'onTelemetry', eager: true }, [], {}),
  point('settings', 'Settings of plugins, drawn as a form from their schema.', { conflict: 'reject', activation: 'onSettings', codeWhen: 'editor' }, ['title', 'scope', 'schema'], {
    title: text,
    scope: { enum: ['admin', 'user'] },
    schema: { type: 'object', required: ['properties'] },
    editor: { type: 'boolean' },
    order,
  }),
  point('permissions', 'Permission pairs plugins ask for, with the roles that hold them by default.', { conflict: 'reject', dataOnly: true }, ['pair', 'title'], {
    pair: permission,
    title: text,
    roles: { type: 'array', items: { enum: ['Alpha', 'Gamma', 'sql_lab', 'Public'] } },
  }),
  point('api-middlewares', 'Code around calls of the API client; for trusted plugins.', { conflict: 'stack', activation: 'onApiCall', eager: true }, ['match', 'reason'], {
    match: { type: 'array', items: { type: 'string', pattern: '^/' }, minItems: 1 },
    reason: text,
    order,
  }),
  point('bootstrap-data', 'Data pages start with, from server halves.', { conflict: 'reject', half: 'server' }, [], {}),
  point('page-cookies', 'Cookies pages are sent with, from server halves.', { conflict: 'reject', half: 'server' }, [], {}),
  point('pages', 'Pages served otherwise than the rest, decided by server halves.', { conflict: 'reject', half: 'server' }, ['path'], { path: { type: 'string', pattern: '^/' } }),
  point('auth-providers', 'Further ways to prove who calls; asked by the server.', { conflict: 'reject', half: 'server', activation: 'onAuth' }, ['kind'], { kind: { enum: ['guest'] } }),
  point('panels', 'Parts drawn into named places of the shell.', { conflict: 'reject', activation: 'onPanel', eager: true }, ['location', 'title'], {
    location: place,
    title: text,
    order,
    permission,
  }),
];
