import { useState } from 'react';
import { Button, TextField } from '@orrery/sdk/ui';
import { NO_FILTER, PRESETS, areDatesValid, formatDates, parseTimeRange } from './time-range.ts';

export interface TimeRangeFormProps {
  readonly t: (key: string, args?: Readonly<Record<string, string>>) => string;
  readonly value: string;
  readonly onChoose: (value: string) => void;
}

/** The choices: ready-made ranges take one click, dates and free text are applied by their own button. */
export function TimeRangeForm({ t, value, onChoose }: TimeRangeFormProps) {
  const range = parseTimeRange(value);
  const chosen = range.kind === 'preset' ? range.preset.value : range.kind === 'none' ? NO_FILTER : undefined;
  const choice = (wire: string, text: string) => (
    <button key={wire} type="button" className="filter-time-choice" aria-pressed={wire === chosen} data-autofocus={wire === chosen || undefined} onClick={() => onChoose(wire)}>
      {text}
    </button>
  );
  return (
    <div className="filter-time-form">
      {choice(NO_FILTER, t('range.none'))}
      <div className="filter-time-groups">
        {PRESETS.map(({ groupKey, presets }) => (
          <fieldset key={groupKey} className="filter-time-group">
            <legend>{t(groupKey)}</legend>
            {presets.map((preset) => choice(preset.value, t(preset.textKey)))}
          </fieldset>
        ))}
      </div>
      <DatesForm t={t} range={range} onChoose={onChoose} />
      <TextForm t={t} value={range.kind === 'none' ? '' : value} isOpen={range.kind === 'text'} onChoose={onChoose} />
    </div>
  );
}

function DatesForm({ t, range, onChoose }: Pick<TimeRangeFormProps, 't' | 'onChoose'> & { readonly range: ReturnType<typeof parseTimeRange> }) {
  const [since, setSince] = useState(range.kind === 'dates' ? range.since : '');
  const [until, setUntil] = useState(range.kind === 'dates' ? range.until : '');
  const isWrong = since !== '' && until !== '' && !areDatesValid(since, until);
  return (
    <fieldset className="filter-time-group">
      <legend>{t('group.custom')}</legend>
      <div className="filter-time-dates">
        <TextField type="date" label={t('custom.since')} value={since} onChange={setSince} />
        <TextField type="date" label={t('custom.until')} value={until} onChange={setUntil} error={isWrong ? t('custom.wrong') : undefined} />
        <Button size="small" disabled={!areDatesValid(since, until)} onClick={() => onChoose(formatDates(since, until))}>
          {t('custom.apply')}
        </Button>
      </div>
    </fieldset>
  );
}

function TextForm({ t, value, isOpen, onChoose }: TimeRangeFormProps & { readonly isOpen: boolean }) {
  const [text, setText] = useState(value);
  const isEmpty = text.trim() === '';
  return (
    <details className="filter-time-advanced" open={isOpen}>
      <summary>{t('group.advanced')}</summary>
      <TextField
        label={t('advanced.label')}
        description={t('advanced.hint')}
        value={text}
        onChange={setText}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || isEmpty) return;
          // The editor may stand in a form of its own, which must not be sent.
          event.preventDefault();
          onChoose(text.trim());
        }}
      />
      <Button size="small" disabled={isEmpty} onClick={() => onChoose(text.trim())}>
        {t('custom.apply')}
      </Button>
    </details>
  );
}
