import type { ReactNode } from 'react';
import { VisuallyHidden } from '@orrery/sdk/ui';

/** @public */
export interface Person {
  readonly id?: number;
  readonly first_name: string | null;
  readonly last_name: string | null;
}

const MAX = 4;

/** @public */
export function personName(person: Person | null | undefined): string {
  return [person?.first_name, person?.last_name].filter(Boolean).join(' ');
}

/** Owners as a pile of at most four initials (census LIST-09); the names are read and shown on hover. @public */
export function People({ people }: { readonly people: readonly Person[] | undefined }): ReactNode {
  const names = (people ?? []).map(personName).filter(Boolean);
  if (names.length === 0) return null;
  const initials = (name: string): string => name.split(/\s+/).flatMap((word) => [...word][0] ?? []).slice(0, 2).join('').toLocaleUpperCase();
  return (
    <span className="o-people" title={names.join(', ')}>
      <VisuallyHidden>{names.join(', ')}</VisuallyHidden>
      {names.slice(0, MAX).map((name, at) => (
        <span key={at} aria-hidden="true" className="o-people__one">
          {initials(name)}
        </span>
      ))}
      {names.length > MAX && <span aria-hidden="true">+{names.length - MAX}</span>}
    </span>
  );
}
