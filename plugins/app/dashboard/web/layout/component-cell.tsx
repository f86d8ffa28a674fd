// Components of other plugins and the kernel's Slot come by value.
/* oxlint-disable react/static-components */
import { useEffect, useState } from 'react';
import type { ComponentType } from 'react';
import { ErrorPanel, Skeleton } from '@orrery/sdk/ui';
import { usePlugin, useSlot, useT } from '@orrery/sdk/web';
import { DashboardComponents } from '../../contract.ts';
import type { DashboardComponentProps } from '../../contract.ts';
import type { LayoutNode } from './parse-layout.ts';

interface LoadedComponent {
  readonly pluginId: string;
  readonly Component: ComponentType<DashboardComponentProps>;
}

/** A layout component a plugin contributes, e.g. markdown; `DYNAMIC` ones name theirs by `componentKey`. */
export function ComponentCell({ node, height }: { readonly node: LayoutNode; readonly height: number }) {
  const { points } = usePlugin();
  const Slot = useSlot();
  const t = useT();
  const type = node.type === 'DYNAMIC' ? String(node.meta['componentKey'] ?? 'DYNAMIC') : node.type;
  const [loaded, setLoaded] = useState<LoadedComponent | Error>();
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let isLive = true;
    const load = async () => {
      const code = await points.load(DashboardComponents, type);
      const Component = await code.load();
      return { Component, pluginId: points.find(DashboardComponents, type)?.pluginId ?? '' };
    };
    load().then(
      (found) => isLive && setLoaded(found),
      (error: unknown) => isLive && setLoaded(error instanceof Error ? error : new Error(String(error))),
    );
    return () => {
      isLive = false;
    };
  }, [points, type, attempt]);

  return (
    <div className="dashboard-block" data-node={node.id} style={{ blockSize: height }}>
      {loaded === undefined && <Skeleton height="100%" />}
      {loaded instanceof Error && <ErrorPanel title={t('component.failed', { type })} message={loaded.message} onRetry={() => setAttempt(attempt + 1)} />}
      {loaded && !(loaded instanceof Error) && (
        <Slot pluginId={loaded.pluginId} contribution={type}>
          <loaded.Component id={node.id} meta={node.meta} />
        </Slot>
      )}
    </div>
  );
}
