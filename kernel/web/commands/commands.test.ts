// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import type { CommandContribution, KeybindingContribution } from '@orrery/sdk/web';
import { createCommands } from './create-commands.ts';
import { listenToKeys } from './listen-to-keys.ts';

const entry = <T extends { id: string }>(value: T) => ({ key: value.id, pluginId: value.id.split('.')[0] ?? '', point: 'p', value });
const commands: CommandContribution[] = [
  { id: 'list.open', title: 'Open list' },
  { id: 'list.purge', title: 'Purge', permission: ['can_write', 'Chart'] },
  { id: 'list.hidden', title: 'Hidden', palette: false },
];
const keybindings: KeybindingContribution[] = [{ id: 'list.keys', keys: 'g l', command: 'list.open' }];

function setUp() {
  const run = vi.fn(async (id: string) => id);
  const service = createCommands({ commands: () => commands.map(entry), keybindings: () => keybindings.map(entry), run, can: () => false });
  return { run, service };
}
const press = (key: string, init: KeyboardEventInit = {}, target: EventTarget = document.body) =>
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }));

describe('commands', () => {
  it('lists what the person may run, with its keys', () => {
    const { service } = setUp();
    service.addHostCommand({ id: 'core.openPalette', title: () => 'Search', keys: 'mod+k', run: () => 'open' });
    expect(service.list()).toEqual([
      { id: 'core.openPalette', title: 'Search', icon: undefined, keys: 'mod+k' },
      { id: 'list.open', title: 'Open list', icon: undefined, keys: 'g l' },
    ]);
  });

  it('runs by id, and says what is missing or not permitted', async () => {
    const { service, run } = setUp();
    expect(await service.execute('list.open')).toBe('list.open');
    await expect(service.execute('gone.open')).rejects.toMatchObject({ code: 'CONTRIBUTION_MISSING', pluginId: 'gone' });
    await expect(service.execute('list.purge')).rejects.toThrow('not permitted');
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('forgets a host command when it is taken back', async () => {
    const { service } = setUp();
    service.addHostCommand({ id: 'core.x', title: () => 'X', run: () => 1 }).dispose();
    await expect(service.execute('core.x')).rejects.toMatchObject({ code: 'CONTRIBUTION_MISSING' });
  });
});

describe('keys', () => {
  it('hears chords and sequences, but no plain key while somebody types', () => {
    const run = vi.fn();
    const keys = new Map([['mod+k', 'open'], ['g l', 'list'], ['?', 'help']]);
    const listening = listenToKeys(document, () => keys, run);
    const input = document.body.appendChild(document.createElement('input'));
    press('k', { ctrlKey: true }, input);
    press('g');
    press('l');
    press('?', { shiftKey: true });
    press('?', {}, input);
    press('l');
    expect(run.mock.calls.flat()).toEqual(['open', 'list', 'help']);
    listening.dispose();
    press('k', { ctrlKey: true });
    expect(run).toHaveBeenCalledTimes(3);
  });
});
