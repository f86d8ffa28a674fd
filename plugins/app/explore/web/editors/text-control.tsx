import { useEffect, useState } from 'react';
import type { ReactElement } from 'react';
import { TextField } from '@orrery/sdk/ui';
import type { ControlProps } from '../../contract.ts';

/** Milliseconds of quiet before a text counts; a text may cost a redraw per letter. */
const DELAY = 300;

/** A line of text, or several. */
export function TextControl({ control, value, onChange }: ControlProps<string | number>): ReactElement {
  const outside = value === undefined || value === null ? '' : String(value);
  // What is being typed, and the value it was typed over; a value from elsewhere makes it obsolete.
  const [draft, setDraft] = useState<{ text: string; over: string }>();
  const isTyping = draft !== undefined && draft.over === outside && draft.text !== outside;
  useEffect(() => {
    if (!isTyping) return undefined;
    const timer = setTimeout(() => onChange(draft.text), DELAY);
    return () => clearTimeout(timer);
  }, [isTyping, draft, onChange]);
  return (
    // Leaving the field must not lose its last letters.
    <div onBlur={() => isTyping && onChange(draft.text)}>
      <TextField
        label={control.label}
        hideLabel
        multiline={control.type === 'textarea'}
        rows={control.type === 'textarea' ? 5 : undefined}
        placeholder={control.placeholder}
        value={isTyping ? draft.text : outside}
        onChange={(text) => setDraft({ text, over: outside })}
      />
    </div>
  );
}
