import { memo } from 'react';
import { Tabs } from '@orrery/sdk/ui';
import { useT } from '@orrery/sdk/web';
import { ChartCell } from '../charts/chart-cell.tsx';
import { useDashboardState, useDispatch } from '../page/use-dashboard-state.ts';
import { openTab } from './active-tabs.ts';
import { ComponentCell } from './component-cell.tsx';
import { nodeHeight, nodeSpan } from './node-size.ts';
import { chartIdOf } from './parse-layout.ts';
import type { LayoutNode } from './parse-layout.ts';

export interface LayoutViewProps {
  readonly node: LayoutNode;
  /** Columns the surrounding container has. */
  readonly columns?: number;
}

const GRID_COLUMNS = 12;

/** Draws one node of the layout and all below it. Memoised: state changes reach cells on their own ways. */
export const LayoutView = memo(function LayoutView({ node, columns = GRID_COLUMNS }: LayoutViewProps) {
  switch (node.type) {
    case 'GRID':
      return <Stack node={node} columns={columns} />;
    case 'TABS':
      return <TabsView node={node} columns={columns} />;
    case 'ROW':
      return (
        <div className="dashboard-row" data-node={node.id} data-background={backgroundOf(node)} style={{ '--dashboard-columns': columns } as React.CSSProperties}>
          {node.children.map((child) => (
            <Cell key={child.id} node={child} columns={columns} />
          ))}
        </div>
      );
    case 'COLUMN':
      return <Stack node={node} columns={nodeSpan(node, columns)} />;
    case 'CHART': {
      const chartId = chartIdOf(node);
      return chartId === undefined ? null : <ChartCell nodeId={node.id} chartId={chartId} name={nameOf(node)} height={nodeHeight(node)} />;
    }
    case 'HEADER':
      return (
        <h2 className="dashboard-heading" data-node={node.id} data-size={String(node.meta['headerSize'] ?? 'MEDIUM_HEADER')} data-background={backgroundOf(node)}>
          {String(node.meta['text'] ?? '')}
        </h2>
      );
    case 'DIVIDER':
      return <hr className="dashboard-divider" data-node={node.id} />;
    default:
      return <ComponentCell node={node} height={nodeHeight(node)} />;
  }
});

/** A child of a row, as wide as it says. */
function Cell({ node, columns }: Required<LayoutViewProps>) {
  return (
    <div className="dashboard-cell" style={{ '--dashboard-span': nodeSpan(node, columns) } as React.CSSProperties}>
      <LayoutView node={node} columns={columns} />
    </div>
  );
}

function Stack({ node, columns }: Required<LayoutViewProps>) {
  const t = useT();
  return (
    <div className="dashboard-stack" data-node={node.id} data-background={backgroundOf(node)}>
      {node.children.map((child) => (
        <LayoutView key={child.id} node={child} columns={columns} />
      ))}
      {node.type === 'TAB' && node.children.length === 0 && <p className="dashboard-hint">{t('tab.empty')}</p>}
    </div>
  );
}

/** Only the open tab is on the page, so only its charts ask. */
function TabsView({ node, columns }: Required<LayoutViewProps>) {
  const t = useT();
  const dispatch = useDispatch();
  const active = useDashboardState((state) => state.activeTabs);
  const open = openTab(node, active);
  if (!open) return null;
  const tabs = node.children.map((tab) => ({
    id: tab.id,
    label: String(tab.meta['text'] || tab.meta['defaultText'] || t('tab.untitled')),
    content: tab.id === open.id ? <Stack node={tab} columns={columns} /> : undefined,
  }));
  return (
    <div className="dashboard-tabs" data-node={node.id}>
      <Tabs
        label={t('tab.list')}
        tabs={tabs}
        selected={open.id}
        onSelect={(id) => dispatch({ type: 'dashboard/TABS_OPENED', activeTabs: { ...active, [node.id]: id } })}
      />
    </div>
  );
}

function nameOf(node: LayoutNode): string | undefined {
  const name = node.meta['sliceNameOverride'] || node.meta['sliceName'];
  return typeof name === 'string' ? name : undefined;
}

function backgroundOf(node: LayoutNode): string | undefined {
  return node.meta['background'] === 'BACKGROUND_WHITE' ? 'solid' : undefined;
}
