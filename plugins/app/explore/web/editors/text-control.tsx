import { useEffect, useRef, useState } from 'react';
import type { ReactElement } from 'react';
import { TextField } from '@orrery/sdk/ui';
import type { ControlProps } from '../../contract.ts';

/** Milliseconds of quiet before a text counts; a text may cost a redraw per letter. */
const DELAY = 300;

/** A line of text, or several. */
export function TextControl({ control, value, onChange }: ControlProps<string | number>): ReactElement {
  const outside = value === undefined || value === null ? '' : String(value);
  const [draft, setDraft] = useState(outside);
  const pending = useRef<ReturnType<typeof setTimeout>>(undefined);
  const commit = useRef(onChange);
  commit.current = onChange;
  useEffect(() => {
    if (pending.current === undefined) setDraft(outside);
  }, [outside]);
  useEffect(() => () => clearTimeout(pending.current), []);
  return (
    <TextField
      label={control.label}
      hideLabel
      multiline={control.type === 'textarea'}
      rows={control.type === 'textarea' ? 5 : undefined}
      placeholder={control.placeholder}
      value={draft}
      onChange={(text) => {
        setDraft(text);
        clearTimeout(pending.current);
        pending.current = setTimeout(() => {
          pending.current = undefined;
          commit.current(text);
        }, DELAY);
      }}
    />
  );
}
