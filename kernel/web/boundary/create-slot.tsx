import { useContext, useMemo, useSyncExternalStore } from 'react';
import type { ComponentType, ReactNode } from 'react';
import type { PluginContext, PluginScope, SlotProps } from '@orrery/sdk/web';
import { PluginScopeContext } from '@orrery/sdk/web';
import type { PluginRuntimeApi } from '../../common/contract.ts';
import type { FaultPanelProps } from './contribution-boundary.tsx';
import { ContributionBoundary } from './contribution-boundary.tsx';

const NO_PARAMS: Readonly<Record<string, string>> = {};
/** States in which waiting for the context makes no sense. */
const DOWN: ReadonlySet<string> = new Set(['rejected', 'blocked', 'loadFailed', 'activationFailed', 'quarantined', 'disabled']);

/** Creates the component that draws contributions of one plugin inside another: its context, its styles' scope, its boundary. */
export function createSlot(runtime: PluginRuntimeApi<PluginContext>, FaultPanel: ComponentType<FaultPanelProps>): ComponentType<SlotProps> {
  return function Slot({ pluginId, contribution, fallback, params, children }: SlotProps): ReactNode {
    const inherited = useContext(PluginScopeContext)?.params ?? NO_PARAMS;
    const status = useSyncExternalStore(
      (notify) => {
        const subscription = runtime.onDidChange((changed) => changed.id === pluginId && notify());
        return () => subscription.dispose();
      },
      () => runtime.status(pluginId),
    );
    const ctx = runtime.contextOf(pluginId);
    const scope = useMemo((): PluginScope | undefined => ctx && { ctx, params: params ?? inherited, Slot }, [ctx, params, inherited]);
    const retry = () => {
      if (runtime.contextOf(pluginId)) return;
      runtime.enable(pluginId);
      runtime.activate(pluginId, `retry of ${contribution}`).catch(() => {});
    };
    const isDown = !scope && (!status || DOWN.has(status.state));
    return (
      <div className="orrery-contribution" data-plugin={pluginId} data-contribution={contribution}>
        <ContributionBoundary
          pluginId={pluginId}
          contribution={contribution}
          fallback={fallback}
          FaultPanel={FaultPanel}
          resetKey={ctx}
          onError={(error) => error !== status?.reason && runtime.fault(pluginId, error, `render of ${contribution}`)}
          onRetry={retry}
        >
          {isDown && <Down error={status?.reason ?? new Error(`The plugin ${pluginId} is not installed.`)} />}
          {scope && <PluginScopeContext.Provider value={scope}>{children}</PluginScopeContext.Provider>}
        </ContributionBoundary>
      </div>
    );
  };
}

/** A plugin that is not there is drawn as one that failed. */
function Down({ error }: { readonly error: Error }): ReactNode {
  throw error;
}
