import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useT } from '@orrery/sdk/web';
import { Button, Card, Disclosure } from '@orrery/sdk/ui';
import type { PluginLine } from '../states/merge-plugins.ts';
import { pausedBy, roundsLeft } from './bisect.ts';
import type { BisectFlow } from './use-bisect.ts';

interface BisectPanelProps {
  readonly flow: BisectFlow;
  readonly lines: readonly PluginLine[];
  readonly canWrite: boolean;
  disable(line: PluginLine): void;
}

/** Leads through the search: what is off now, what to try, and in the end which plugin it was. */
export function BisectPanel({ flow, lines, canWrite, disable }: BisectPanelProps): ReactNode {
  const t = useT();
  const heading = useRef<HTMLHeadingElement>(null);
  const { state, outcome, isBusy } = flow;
  const step = outcome?.kind ?? (state && `${state.low}-${state.high}-${String(state.isProven)}`);
  useEffect(() => {
    if (step !== undefined) heading.current?.focus();
  }, [step]);
  if (!state && !outcome) return null;
  const nameOf = (id: string): string => lines.find((line) => line.id === id)?.name ?? id;
  const header = (
    <h2 ref={heading} tabIndex={-1} className="plugin-manager-bisect-title">
      {t('bisect.title')}
    </h2>
  );
  if (!state) {
    const culprit = outcome?.kind === 'found' ? lines.find((line) => line.id === outcome.id) : undefined;
    return (
      <Card className="plugin-manager-bisect" header={header}>
        <p role="status">{outcome?.kind === 'found' ? t('bisect.found', { name: nameOf(outcome.id) }) : t('bisect.none')}</p>
        <div className="plugin-manager-bisect-actions">
          {culprit && canWrite && (
            <Button
              kind="danger"
              onClick={() => {
                disable(culprit);
                flow.cancel();
              }}
            >
              {t('bisect.disable', { name: culprit.name })}
            </Button>
          )}
          <Button onClick={flow.cancel}>{t('bisect.close')}</Button>
        </div>
      </Card>
    );
  }
  const paused = pausedBy(state);
  return (
    <Card className="plugin-manager-bisect" header={header}>
      <p role="status">
        {t('bisect.paused', { count: paused.length })} {t('bisect.left', { count: roundsLeft(state) })}
      </p>
      <p>{t('bisect.try')}</p>
      <Disclosure title={t('bisect.which')}>
        <p className="plugin-manager-secondary">{paused.map(nameOf).join(', ')}</p>
      </Disclosure>
      <div className="plugin-manager-bisect-actions">
        <Button disabled={isBusy} onClick={() => flow.answer(true)}>
          {t('bisect.works')}
        </Button>
        <Button disabled={isBusy} onClick={() => flow.answer(false)}>
          {t('bisect.broken')}
        </Button>
        <Button kind="ghost" onClick={flow.cancel}>
          {t('bisect.cancel')}
        </Button>
      </div>
    </Card>
  );
}
