import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { ChartHooks, ChartProps } from '@orrery/sdk/viz';
import type { ChartViewProps } from '../../contract.ts';
import { chartDidRender } from '../../contract.ts';
import type { ChartFallback } from '../lifecycle/chart-slice.ts';
import { stableJson } from '../query/context-key.ts';
import type { ChartDeps, ChartQuestion } from './chart-deps.ts';
import { ChartNotice } from './chart-notice.tsx';
import { DataButton } from './data-button.tsx';
import { drawingFormData } from './drawing-form-data.ts';
import { DrawingChain } from './drawing-chain.tsx';
import { FallbackBadge } from './fallback-badge.tsx';
import { useChartEntry, useChartTheme } from './use-chart-entry.ts';
import { useContributedFormats } from './use-contributed-formats.ts';
import { useNearViewport } from './use-near-viewport.ts';
import { useQuestion } from './use-question.ts';
import { useResolution } from './use-resolution.ts';
import { useSize } from './use-size.ts';

const NO_HOOKS: ChartHooks = {};
const NO_STATE = {};

/** One chart: asks its question when it must, draws what came back, says what is the matter otherwise. */
export function ChartBody({ deps, props }: { readonly deps: ChartDeps; readonly props: ChartViewProps }) {
  const { chartKey, formData, dataset, filterState, ownState = NO_STATE, place, hooks = NO_HOOKS, title } = props;
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const isNear = useNearViewport(box, place === 'dashboard' || place === 'embedded');
  const theme = useChartTheme(deps);
  const entry = useChartEntry(deps, chartKey);
  const [attempt, setAttempt] = useState(0);

  const asked = useResolution(deps, formData.viz_type, attempt);
  const { question, error } = useQuestion(deps, asked, formData, ownState, dataset);
  useAsking(deps, props, question, isNear && props.isVisible !== false);

  const drawnFormData = useStable(drawingFormData(entry, formData, question?.key, asked?.loaded?.viz.controlPanel));
  const resolution = useResolution(deps, drawnFormData.viz_type, attempt);
  const hasFormats = useContributedFormats(deps, drawnFormData);
  const locale = deps.ctx.i18n.language;
  const { results } = entry;
  const chartProps = useMemo<ChartProps | undefined>(
    () =>
      results && size
        ? { ...size, formData: drawnFormData, dataset, results, filterState, ownState, theme, locale, place, colorOf: deps.colorOf }
        : undefined,
    [results, size, drawnFormData, dataset, filterState, ownState, theme, locale, place, deps],
  );

  const { description, handleDrawn } = useDrawn(deps, chartKey);
  const handleFallback = useCallback(
    (fallback: ChartFallback | undefined) => {
      const before = deps.events.entry(chartKey).fallback;
      if (before?.asked === fallback?.asked && before?.drawn === fallback?.drawn && before?.reason === fallback?.reason) return;
      deps.dispatch({ type: 'chart/FELL_BACK', key: chartKey, fallback });
    },
    [deps, chartKey],
  );
  const handleRetry = useCallback(() => {
    const type = deps.events.entry(chartKey).fallback?.asked;
    if (type) deps.loader.forget(type);
    deps.dispatch({ type: 'chart/FELL_BACK', key: chartKey, fallback: undefined });
    setAttempt((last) => last + 1);
  }, [deps, chartKey]);

  const descriptionId = useId();
  const isEmpty = results !== undefined && results.every((result) => result.data.length === 0);
  const canDraw = hasFormats && chartProps !== undefined && resolution !== undefined && !isEmpty && entry.status !== 'failed' && error === undefined;
  return (
    <figure
      className="chart-view"
      data-plugin="chart"
      data-status={entry.status}
      aria-label={title}
      aria-describedby={description ? descriptionId : undefined}
      aria-busy={entry.status === 'loading'}
    >
      <div className="chart-view-box" ref={box}>
        {canDraw && (
          <div className="chart-view-drawing" data-stale={entry.status === 'loading' || undefined}>
            <DrawingChain
              key={attempt}
              deps={deps}
              resolution={resolution}
              chartProps={chartProps}
              hooks={hooks}
              title={title}
              onDrawn={handleDrawn}
              onFallback={handleFallback}
            />
          </div>
        )}
        <ChartNotice deps={deps} chartKey={chartKey} entry={entry} error={error} hasDrawing={canDraw} isEmpty={isEmpty} />
      </div>
      {entry.fallback && <FallbackBadge deps={deps} fallback={entry.fallback} onRetry={handleRetry} />}
      {canDraw && <DataButton deps={deps} chartKey={chartKey} title={title} />}
      <figcaption className="chart-view-caption" id={descriptionId}>
        {description}
      </figcaption>
    </figure>
  );
}

/** Sends the question when it is new (or, with a trigger, when that changes), and leaves nothing behind on unmount. */
function useAsking(deps: ChartDeps, { chartKey, formData, trigger }: ChartViewProps, question: ChartQuestion | undefined, isWanted: boolean): void {
  const triggered = useRef<{ key: string; trigger: number | undefined } | undefined>(undefined);
  // Under a trigger, changes of the question alone do not count.
  const cause = trigger === undefined ? question?.key : trigger;
  const latest = useRef({ question, formData });
  useEffect(() => {
    latest.current = { question, formData };
  });
  const isReady = question !== undefined && isWanted;
  useEffect(() => {
    const current = latest.current;
    if (!isReady || !current.question) return;
    const entry = deps.events.entry(chartKey);
    const isSame = entry.contextKey === current.question.key;
    const isTriggered = trigger !== undefined && (triggered.current?.key !== chartKey || triggered.current.trigger !== trigger);
    if (isSame && !isTriggered) return;
    const skipCache = isTriggered && isSame;
    triggered.current = { key: chartKey, trigger };
    const { context, key: contextKey } = current.question;
    deps.dispatch({ type: 'chart/ASKED', key: chartKey, context, contextKey, formData: current.formData, skipCache, at: deps.now() });
  }, [deps, chartKey, cause, trigger, isReady]);

  useEffect(() => () => deps.dispatch({ type: 'chart/REMOVED', key: chartKey }), [deps, chartKey]);
}

/** Keeps what the drawing says of itself, and tells those who listen that it is there. */
function useDrawn(deps: ChartDeps, chartKey: string) {
  const [description, setDescription] = useState('');
  const handleDrawn = useCallback(
    (type: string, text: string) => {
      setDescription(text);
      const { startedAt } = deps.events.entry(chartKey);
      deps.ctx.hooks.call(chartDidRender, { chartKey, vizType: type, ms: startedAt === undefined ? 0 : deps.now() - startedAt });
    },
    [deps, chartKey],
  );
  return { description, handleDrawn };
}

/** The earlier object while the next one holds the same values: what draws need not know it was built anew. */
function useStable<T extends object>(value: T): T {
  const [last, setLast] = useState(value);
  if (last === value || stableJson(last) === stableJson(value)) return last;
  setLast(value);
  return value;
}
