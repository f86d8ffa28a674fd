// Components of other plugins and the kernel's Slot come by value.
/* oxlint-disable react/static-components */
import { memo } from 'react';
import type { ComponentType } from 'react';
import { useSlot } from '@orrery/sdk/web';
import type { ChartViewProps } from '../../contract.ts';
import { ChartBody } from './chart-body.tsx';
import type { ChartDeps } from './chart-deps.ts';

/** The component other plugins draw charts with; a fault in it stays inside its own box. */
export function createChartView(deps: ChartDeps): ComponentType<ChartViewProps> {
  return memo(function ChartView(props: ChartViewProps) {
    const Slot = useSlot();
    return (
      <Slot pluginId="chart" contribution={props.chartKey}>
        <ChartBody key={props.chartKey} deps={deps} props={props} />
      </Slot>
    );
  });
}
