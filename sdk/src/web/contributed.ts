import { useEffect, useState } from 'react';
import type { ComponentType } from 'react';
import type { Contribution, JsonObject } from '@orrery/sdk';
import type { ApiError } from './client.ts';
import type { CommandContribution, ContextMenuContribution } from './points.ts';
import { Commands, ContextMenus, ErrorPanels } from './points.ts';
import { usePlugin } from './react.ts';

/** An entry of a menu that another plugin contributed. @public */
export interface ContributedMenuItem {
  readonly id: string;
  readonly label: string;
  readonly onSelect: () => void;
}

/**
 * What others put into the menu at `location` (`core.context-menus`), in order, without what the user may not do. Each item
 * runs its command with `args`; a failure is said in a toast.
 * @public
 */
export function useContextMenu(location: string, args: JsonObject): readonly ContributedMenuItem[] {
  const { points, commands, permissions, ui } = usePlugin();
  const [entries, setEntries] = useState<readonly Contribution<ContextMenuContribution>[]>(() => points.entries(ContextMenus));
  useEffect(() => {
    const subscription = points.onDidChange(ContextMenus, () => setEntries(points.entries(ContextMenus)));
    return () => subscription.dispose();
  }, [points]);
  return entries
    .filter(({ value }) => value.location === location)
    .sort((a, b) => (a.value.order ?? 0) - (b.value.order ?? 0))
    .flatMap(({ key, value }) => {
      const command: CommandContribution | undefined = points.find(Commands, value.command)?.value;
      if (!command || (command.permission && !permissions.can(...command.permission))) return [];
      const run = () => void commands.execute(value.command, args).catch((error: unknown) => ui.toast('danger', error instanceof Error ? error.message : String(error)));
      return [{ id: key, label: command.title, onSelect: run }];
    });
}

/** A drawing of certain errors, with the plugin to name when it fails. @public */
export interface ContributedErrorPanel {
  readonly pluginId: string;
  readonly Panel: ComponentType<{ error: ApiError }>;
}

/** The drawing another plugin contributed for an error's types (`core.error-panels`); undefined while there is none. @public */
export function useErrorPanel(error: ApiError | undefined): ContributedErrorPanel | undefined {
  const { points } = usePlugin();
  const [found, setFound] = useState<{ readonly types: string; readonly panel: ContributedErrorPanel }>();
  const types = (error?.errors ?? []).flatMap(({ error_type: type }) => type ?? []).join(' ');
  useEffect(() => {
    if (types === '') return;
    let isLive = true;
    const wanted = types.split(' ');
    const search = async () => {
      const entry = (await points.loadAll(ErrorPanels)).find(({ value }) => value.errorTypes.some((type) => wanted.includes(type)));
      if (!entry) return;
      const { Panel } = await points.load(ErrorPanels, entry.key);
      if (isLive) setFound({ types, panel: { pluginId: entry.pluginId, Panel } });
    };
    // Without the contributed panel the plain one stays.
    search().catch(() => undefined);
    return () => {
      isLive = false;
    };
  }, [points, types]);
  return found?.types === types ? found.panel : undefined;
}
