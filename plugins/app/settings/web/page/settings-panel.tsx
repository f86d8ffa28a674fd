// The slot is the kernel's and never changes.
/* oxlint-disable react/static-components */
import { useEffect, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import type { Contribution } from '@orrery/sdk';
import { Card, Skeleton } from '@orrery/sdk/ui';
import { Panels, usePlugin, useSlot } from '@orrery/sdk/web';
import type { PanelContribution } from '@orrery/sdk/web';

/** A part of the page that a plugin draws itself (`core.panels` at `settings.section`). */
export function SettingsPanel({ contribution }: { readonly contribution: Contribution<PanelContribution> }): ReactNode {
  const { points } = usePlugin();
  const Slot = useSlot();
  const { key, pluginId, value } = contribution;
  const [View, setView] = useState<ComponentType>();
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    let isLive = true;
    points
      .load(Panels, key)
      .then((code) => code.load())
      .then(
        (loaded) => isLive && setView(() => loaded),
        (failure: unknown) => isLive && setError(failure),
      );
    return () => {
      isLive = false;
    };
  }, [points, key]);
  return (
    <Card className="settings-card" header={<h3>{value.title}</h3>}>
      <Slot pluginId={pluginId} contribution={key}>
        {View ? <View /> : error === undefined ? <Skeleton lines={2} /> : <Broken error={error} />}
      </Slot>
    </Card>
  );
}

/** Lets the boundary around it name the plugin whose panel did not come. */
function Broken({ error }: { readonly error: unknown }): ReactNode {
  throw error;
}
