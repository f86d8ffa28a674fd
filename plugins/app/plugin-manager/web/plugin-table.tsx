import type { ReactNode } from 'react';
import { useT } from '@orrery/sdk/web';
import type { BadgeProps } from '@orrery/sdk/ui';
import { Badge, IconButton, Skeleton, Switch } from '@orrery/sdk/ui';
import { ReasonText } from './reason-text.tsx';
import type { PluginLine } from './states/merge-plugins.ts';
import { hasProblem } from './states/merge-plugins.ts';

/** What a person may do with a plugin. */
export interface PluginActions {
  setEnabled(line: PluginLine, isEnabled: boolean): void;
  retry(line: PluginLine): void;
  /** Switches it off in this page alone, or on again. */
  tryWithout(line: PluginLine): void;
  remove(line: PluginLine): void;
}

function badgeKind(line: PluginLine): BadgeProps['kind'] {
  if (hasProblem(line)) return line.state === 'quarantined' || line.state === 'blocked' ? 'warning' : 'danger';
  return line.state === 'active' ? 'success' : line.state === 'loading' || line.state === 'activating' ? 'info' : 'neutral';
}

interface PluginTableProps {
  readonly lines: readonly PluginLine[] | undefined;
  readonly canWrite: boolean;
  /** Plugins this page does without. */
  readonly paused: readonly string[];
  /** A search for a cause decides what is paused. */
  readonly isSearching: boolean;
  readonly actions: PluginActions;
}

/** Every plugin with its state, why, and how long it took. */
export function PluginTable({ lines, ...rest }: PluginTableProps): ReactNode {
  const t = useT();
  const columns = ['name', 'version', 'source', 'state', 'reason', 'time', 'actions'];
  return (
    <div className="plugin-manager-scroll">
      <table className="plugin-manager-table" aria-busy={lines === undefined || undefined}>
        <caption>{t('title')}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {t(`column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines
            ? lines.map((line) => <PluginRow key={line.id} line={line} {...rest} />)
            : Array.from({ length: 8 }, (_, at) => (
                <tr key={at}>
                  {columns.map((column) => (
                    <td key={column}>
                      <Skeleton width="70%" />
                    </td>
                  ))}
                </tr>
              ))}
        </tbody>
      </table>
    </div>
  );
}

function PluginRow({ line, canWrite, paused, isSearching, actions }: Omit<PluginTableProps, 'lines'> & { readonly line: PluginLine }): ReactNode {
  const t = useT();
  const { name } = line;
  const isPaused = paused.includes(line.id);
  const ms = (value: number | undefined): string => (value === undefined ? '–' : t('time.ms', { value: Math.round(value) }));
  return (
    <tr>
      <th scope="row">
        <span className="plugin-manager-name">{name}</span>
        <span className="plugin-manager-secondary">{line.description ?? line.id}</span>
      </th>
      <td className="plugin-manager-version">{line.version || '–'}</td>
      <td className="plugin-manager-source">
        {line.source ? t(`source.${line.source}`) : '–'}
        {line.source === 'dynamic' && line.tier && <span className="plugin-manager-secondary"> {t(`tier.${line.tier}`)}</span>}
      </td>
      <td className="plugin-manager-state">
        <Badge kind={badgeKind(line)}>{t(`state.${line.state}`)}</Badge>
      </td>
      <td className="plugin-manager-why">
        <ReasonText line={line} />
      </td>
      <td className="plugin-manager-time">{line.loadMs === undefined && line.activateMs === undefined ? '–' : t('time.both', { load: ms(line.loadMs), activate: ms(line.activateMs) })}</td>
      <td className="plugin-manager-actions">
        {canWrite && line.canSwitch && <Switch label={t('action.enable', { name })} hideLabel checked={line.state !== 'disabled' || isPaused} onChange={(isOn) => actions.setEnabled(line, isOn)} />}
        {canWrite && line.canRetry && <IconButton size="small" icon="refresh" label={t('action.retry', { name })} onClick={() => actions.retry(line)} />}
        {line.canPause && !isSearching && (line.state !== 'disabled' || isPaused) && (
          <IconButton size="small" icon={isPaused ? 'play' : 'stop'} label={t(isPaused ? 'without.end' : 'without.start', { name })} onClick={() => actions.tryWithout(line)} />
        )}
        {canWrite && line.dynamicId !== undefined && <IconButton size="small" icon="delete" label={t('action.remove', { name })} onClick={() => actions.remove(line)} />}
      </td>
    </tr>
  );
}
