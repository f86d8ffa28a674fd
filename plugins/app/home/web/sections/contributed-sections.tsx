import { useEffect, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import type { Contribution } from '@orrery/sdk';
import type { PanelContribution } from '@orrery/sdk/web';
import { Panels, useContributions, usePlugin, useSlot } from '@orrery/sdk/web';
import { Skeleton } from '@orrery/sdk/ui';

/** Sections of other plugins: panels at the location `home.section`. */
export function ContributedSections(): ReactNode {
  const { permissions } = usePlugin();
  const panels = useContributions(Panels).filter(({ value }) => value.location === 'home.section' && (!value.permission || permissions.can(...value.permission)));
  return panels.map((panel) => <ContributedSection key={panel.key} panel={panel} />);
}

function ContributedSection({ panel }: { readonly panel: Contribution<PanelContribution> }): ReactNode {
  const { points } = usePlugin();
  const Slot = useSlot();
  const [loaded, setLoaded] = useState<{ readonly Section?: ComponentType; readonly error?: unknown }>({});
  useEffect(() => {
    let live = true;
    points
      .load(Panels, panel.key)
      .then((code) => code.load())
      .then(
        (Section) => live && setLoaded({ Section }),
        (error: unknown) => live && setLoaded({ error }),
      );
    return () => {
      live = false;
    };
  }, [points, panel.key]);
  const { Section, error } = loaded;
  if (error) return null;
  return (
    <section className="home-section" aria-label={panel.value.title}>
      {Section ? (
        // The slot is the kernel's and never changes.
        // oxlint-disable-next-line react/static-components
        <Slot pluginId={panel.pluginId} contribution={panel.key}>
          <Section />
        </Slot>
      ) : (
        <Skeleton lines={3} />
      )}
    </section>
  );
}
