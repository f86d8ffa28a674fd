import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { SearchField } from '@orrery/sdk/ui';

const DELAY_MS = 250;

/** A search field that reports 250 ms after the last key, and at once when cleared. @internal */
export function DebouncedSearch({ label, value, onChange }: { readonly label: string; readonly value: string; onChange(value: string): void }): ReactNode {
  const [draft, setDraft] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const handleChange = (next: string): void => {
    setDraft(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(
      () => {
        onChange(next.trim());
        setDraft(undefined);
      },
      next === '' ? 0 : DELAY_MS,
    );
  };
  return <SearchField label={label} value={draft ?? value} onChange={handleChange} className="o-list__search" />;
}
