import type { Contribution, Disposable, JsonObject } from '@orrery/sdk';
import { PluginError, toDisposable } from '@orrery/sdk';
import type { CommandContribution, CommandService, KeybindingContribution } from '@orrery/sdk/web';

/** A command of the host itself, which is no plugin. */
export interface HostCommand {
  readonly id: string;
  /** Read when it is shown, so that it follows the language. */
  title(): string;
  readonly icon?: string;
  readonly keys?: string;
  run(): unknown;
}

/** A command as the palette lists it. */
export interface CommandEntry {
  readonly id: string;
  readonly title: string;
  readonly icon?: string;
  readonly keys?: string;
}

/** What the commands work with. */
export interface CommandOptions {
  commands(): readonly Contribution<CommandContribution>[];
  keybindings(): readonly Contribution<KeybindingContribution>[];
  /** Activates the plugin behind a command and runs it. */
  run(id: string, args: JsonObject): Promise<unknown>;
  can(action: string, subject: string): boolean;
}

/** Commands of the host and of all plugins. */
export interface KernelCommands extends CommandService {
  addHostCommand(command: HostCommand): Disposable;
  /** Those the person may run and the palette may show. */
  list(): readonly CommandEntry[];
  /** Keys → command id; later contributions win. */
  keys(): ReadonlyMap<string, string>;
}

/** Creates the command service. */
export function createCommands(options: CommandOptions): KernelCommands {
  const own = new Map<string, HostCommand>();
  const allowed = ({ permission }: CommandContribution) => !permission || options.can(...permission);
  const keys = () => {
    const all = new Map<string, string>();
    for (const command of own.values()) if (command.keys) all.set(command.keys, command.id);
    for (const { value } of options.keybindings()) all.set(value.keys, value.command);
    return all;
  };
  return {
    async execute(id, args = {}) {
      const hosted = own.get(id);
      if (hosted) return hosted.run();
      const command = options.commands().find((entry) => entry.key === id);
      const plugin = id.split('.')[0] ?? id;
      if (!command) throw new PluginError('CONTRIBUTION_MISSING', plugin, `No plugin offers the command "${id}". Is the plugin "${plugin}" installed and enabled?`);
      if (!allowed(command.value)) throw new PluginError('CONTRIBUTION_MISSING', command.pluginId, `You are not permitted to run "${command.value.title}".`);
      return options.run(id, args);
    },
    addHostCommand(command) {
      own.set(command.id, command);
      return toDisposable(() => own.delete(command.id));
    },
    list() {
      const keyOf = new Map([...keys()].map(([chord, id]) => [id, chord]));
      const hosted = [...own.values()].map(({ id, title, icon }) => ({ id, title: title(), icon, keys: keyOf.get(id) }));
      const contributed = options
        .commands()
        .filter(({ value }) => value.palette !== false && allowed(value))
        .map(({ key, value }) => ({ id: key, title: value.title, icon: value.icon, keys: keyOf.get(key) }));
      return [...hosted, ...contributed];
    },
    keys,
  };
}
