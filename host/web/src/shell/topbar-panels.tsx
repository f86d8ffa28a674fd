import { useEffect, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { Panels } from '@orrery/sdk/web';
import { useKernel } from '../kernel-context.ts';
import { useEntries } from './rail.tsx';

/** What plugins add to the right of the top bar. */
export function TopbarPanels(): ReactNode {
  const { ctx } = useKernel();
  const panels = useEntries(Panels).filter(({ value }) => value.location === 'topbar.right' && (!value.permission || ctx.permissions.can(...value.permission)));
  return panels.map(({ key, pluginId }) => <Panel key={key} id={key} pluginId={pluginId} />);
}

function Panel({ id, pluginId }: { readonly id: string; readonly pluginId: string }): ReactNode {
  const { runtime, Slot, ctx } = useKernel();
  const [View, setView] = useState<ComponentType>();
  useEffect(() => {
    let isLive = true;
    runtime.points
      .load(Panels, id)
      .then((code) => code.load())
      .then((loaded) => isLive && setView(() => loaded))
      // The plugin's state says why; the bar simply lacks it.
      .catch((error: unknown) => ctx.log.warn(`The panel ${id} could not be loaded`, { error }));
    return () => {
      isLive = false;
    };
  }, [runtime, id, ctx]);
  if (!View) return null;
  return (
    <Slot pluginId={pluginId} contribution={id} fallback={() => <></>}>
      <View />
    </Slot>
  );
}
