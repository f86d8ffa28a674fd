// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import type { JsonObject } from '@orrery/sdk';
import type { PluginMonitor } from '@orrery/sdk/web';
import { ApiError } from '@orrery/sdk/web';
import { afterEach, expect, it } from 'vitest';
import type { FakeCall, FakeScope } from '../../../../../sdk/src/ui/fixtures/fake-scope.tsx';
import { createFakeScope } from '../../../../../sdk/src/ui/fixtures/fake-scope.tsx';
import { SECRET_MASK } from '../../contract.ts';
import type { SettingsGroup } from '../../contract.ts';
import de from '../../locales/de.json';
import en from '../../locales/en.json';
import manifest from '../../plugin.json';
import { createSettingsPage } from './create-settings-page.tsx';

afterEach(cleanup);

const MONITOR = { list: () => [{ id: 'mailer', displayName: 'Mailer' }] } as unknown as PluginMonitor;
const SERVER = {
  id: 'mailer.server', title: 'Mail server', scope: 'admin',
  schema: {
    type: 'object',
    required: ['host'],
    properties: {
      host: { type: 'string', title: 'Host', description: 'Where mail goes.', default: 'localhost' },
      footer: { type: 'string', title: 'Footer', format: 'textarea' },
      mode: { title: 'Mode', oneOf: [{ const: 'tls', title: 'Encrypted' }, { const: 'plain', title: 'Open' }], default: 'tls' },
      rows: { type: 'integer', title: 'Rows', minimum: 1, maximum: 500, default: 100 },
      active: { type: 'boolean', title: 'Send mail', default: true },
      tags: { type: 'array', title: 'Tags', items: { type: 'string' } },
      smtp: { type: 'object', title: 'Access', properties: { port: { type: 'integer', title: 'Port', default: 25 }, password: { type: 'string', title: 'Password', writeOnly: true } } },
      odd: { type: 'array', title: 'Odd', items: { type: 'object', properties: {} } },
    },
  },
};
const MINE = { id: 'mailer.mine', title: 'My mail', scope: 'user', editor: true, schema: { type: 'object', properties: { color: { type: 'string' } } } };
const DEFAULTS = { host: 'localhost', mode: 'tls', rows: 100, active: true, smtp: { port: 25 } };

interface Store {
  values: JsonObject;
  mine: JsonObject;
  refuse?: Readonly<Record<string, readonly string[]>>;
}

function draw(store: Store = { values: {}, mine: {} }, contributions: object[] = [SERVER, MINE]): FakeScope {
  const group = (id: string, scope: 'admin' | 'user', values: JsonObject, defaults: JsonObject): SettingsGroup => ({ id, plugin: 'mailer', scope, values, defaults });
  const answer = ({ method, path, options }: FakeCall): unknown => {
    if (method === 'GET') return { result: [group('mailer.server', 'admin', store.values, DEFAULTS), group('mailer.mine', 'user', store.mine, {})] };
    if (store.refuse) throw new ApiError({ message: 'refused', status: 422, url: path, fields: store.refuse });
    const name = path.endsWith('mine') ? 'mine' : 'values';
    store[name] = method === 'DELETE' ? {} : (options.body as JsonObject);
    return {};
  };
  const Editor = ({ values, onChange }: { values: JsonObject; onChange: (values: JsonObject) => void }) => (
    <button type="button" onClick={() => onChange({ color: 'red' })}>
      Paint it {String(values['color'] ?? 'grey')}
    </button>
  );
  const scope = createFakeScope({
    pluginId: 'settings', messages: en, answer,
    contributions: { 'core.settings': (contributions as { id: string }[]).map((value) => ({ value, code: { Editor } })) },
  });
  const Page = createSettingsPage(MONITOR);
  scope.draw(<Page />);
  return scope;
}

const card = async () => within(await screen.findByRole('form', { name: 'Mail server' }));
const puts = (scope: FakeScope) => scope.calls.filter(({ method }) => method === 'PUT').map(({ path, options }) => [path, options.body]);

it('draws every kind of setting from its schema, with defaults and titles', async () => {
  draw({ values: { smtp: { password: SECRET_MASK }, rows: 7 }, mine: {} });
  const form = await card();
  expect((form.getByRole('textbox', { name: /^Host/ }) as HTMLInputElement).value).toBe('localhost');
  expect(form.getByRole('textbox', { name: 'Footer' }).tagName).toBe('TEXTAREA');
  expect((form.getByRole('combobox', { name: 'Mode' }) as HTMLSelectElement).selectedOptions[0]?.text).toBe('Encrypted');
  expect(form.getByRole('spinbutton', { name: 'Rows' })).toMatchObject({ value: '7', min: '1', max: '500' });
  expect(form.getByText('Default: 100')).toBeTruthy();
  expect((form.getByRole('switch', { name: 'Send mail' }) as HTMLInputElement).checked).toBe(true);
  expect(within(form.getByRole('group', { name: 'Access' })).getByRole('spinbutton', { name: 'Port' })).toMatchObject({ value: '25' });
  expect(form.getByText(/Stored\. Enter a new value/)).toBeTruthy();
  expect(form.getByText(/cannot draw/)).toBeTruthy();
  expect(form.getByText('Plugin: Mailer')).toBeTruthy();
});

it('sends what differs from the defaults, and makes it known to the page at once', async () => {
  const scope = draw();
  const user = userEvent.setup();
  const form = await card();
  expect((form.getByRole('button', { name: 'Save' }) as HTMLButtonElement).disabled).toBe(true);
  await user.clear(form.getByRole('spinbutton', { name: 'Rows' }));
  await user.type(form.getByRole('spinbutton', { name: 'Rows' }), '9');
  await user.click(form.getByRole('switch', { name: 'Send mail' }));
  await user.type(form.getByRole('combobox', { name: 'Tags' }), 'a{Enter}');
  await user.type(form.getByLabelText('Password'), 'hunter2');
  await user.selectOptions(form.getByRole('combobox', { name: 'Mode' }), 'Open');
  await user.selectOptions(form.getByRole('combobox', { name: 'Mode' }), 'Encrypted');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(puts(scope)).toEqual([['/api/v1/settings/mailer.server', { rows: 9, active: false, tags: ['a'], smtp: { password: 'hunter2' } }]]));
  await waitFor(() => expect(scope.toasts).toEqual([{ kind: 'success', message: expect.stringContaining('Mail server is saved') as string }]));
  const served = (scope.ctx.bootstrap.common['plugin_settings'] as Record<string, JsonObject>)['mailer'];
  expect(served).toMatchObject({ rows: 9, host: 'localhost', smtp: { port: 25 } });
  expect(JSON.stringify(served)).not.toContain('hunter2');
});

it('shows what the server objects to where it belongs, and keeps what was typed', async () => {
  const store: Store = { values: {}, mine: {}, refuse: { 'smtp.port': ['Not a valid integer.'], _schema: ['Too many.'] } };
  draw(store);
  const user = userEvent.setup();
  const form = await card();
  await user.type(form.getByRole('textbox', { name: 'Footer' }), 'Bye');
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText('Mail server was not saved.')).toBeTruthy();
  expect(form.getByText('Too many. Correct what is marked and save again.')).toBeTruthy();
  const port = form.getByRole('spinbutton', { name: 'Port' });
  expect(port.getAttribute('aria-invalid')).toBe('true');
  await waitFor(() => expect(document.activeElement).toBe(port));
  expect((form.getByRole('textbox', { name: 'Footer' }) as HTMLTextAreaElement).value).toBe('Bye');
  await user.click(form.getByRole('button', { name: 'Discard changes' }));
  expect((form.getByRole('textbox', { name: 'Footer' }) as HTMLTextAreaElement).value).toBe('');
  expect(form.queryByText(/Too many/)).toBeNull();
});

it('removes a stored secret only when asked, and goes back to the defaults', async () => {
  const scope = draw({ values: { smtp: { password: SECRET_MASK } }, mine: {} });
  const user = userEvent.setup();
  const form = await card();
  await user.click(form.getByRole('button', { name: 'Remove Password' }));
  await user.click(form.getByRole('button', { name: 'Keep Password' }));
  expect((form.getByRole('button', { name: 'Save' }) as HTMLButtonElement).disabled).toBe(true);
  await user.click(form.getByRole('button', { name: 'Remove Password' }));
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(puts(scope)).toEqual([['/api/v1/settings/mailer.server', { smtp: { password: null } }]]));
  await user.click(await form.findByRole('button', { name: 'Back to defaults' }));
  await waitFor(() => expect(scope.calls.at(-2)?.method).toBe('DELETE'));
  expect(scope.questions.at(-1)?.title).toContain('Mail server');
  await waitFor(() => expect(form.queryByRole('button', { name: 'Back to defaults' })).toBeNull());
});

it('lets a plugin bring its own editor', async () => {
  const scope = draw();
  const user = userEvent.setup();
  const form = within(await screen.findByRole('form', { name: 'My mail' }));
  await user.click(await form.findByRole('button', { name: 'Paint it grey' }));
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(puts(scope)).toEqual([['/api/v1/settings/mailer.mine', { color: 'red' }]]));
});

it('says so when there is nothing to set', async () => {
  draw(undefined, []);
  expect(await screen.findByText('There is nothing to set')).toBeTruthy();
});

it('[I18N-01] has every text in both languages', () => {
  expect(Object.keys(de)).toEqual(Object.keys(en));
  for (const [key] of JSON.stringify(manifest).matchAll(/(?<=")%[^%"]+%(?=")/g)) expect(en).toHaveProperty([key.slice(1, -1)]);
});

it('axe finds nothing', async () => {
  draw({ values: { smtp: { password: SECRET_MASK } }, mine: {} });
  await card();
  const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } });
  expect(violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.html).join(' | ')}`)).toEqual([]);
});
