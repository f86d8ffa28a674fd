import type { ReactElement } from 'react';
import { Badge } from '@orrery/sdk/ui';
import { useT } from '@orrery/sdk/web';
import type { ControlState } from '@orrery/sdk/viz';
import type { VisibleSection } from '../model/panel-state.ts';
import { useText } from '../state/use-text.ts';
import { ControlView } from './control-view.tsx';

interface ControlSectionViewProps extends VisibleSection {
  readonly state: ControlState;
  readonly errors: Readonly<Record<string, string>>;
  onChange(name: string, value: unknown): void;
  onFocus(name: string): void;
}

/** A collapsible group of controls that shows how many of them are wrong. */
export function ControlSectionView({ section, rows, state, errors, onChange, onFocus }: ControlSectionViewProps): ReactElement {
  const t = useT();
  const text = useText();
  const wrong = rows.flat().filter(({ name }) => errors[name] !== undefined).length;
  return (
    <details className="explore-section" open={section.expanded ?? section.tab === 'data'}>
      <summary>
        <span className="explore-section-title">{text(section.label)}</span>
        {wrong > 0 && (
          <span title={t('section.invalid')}>
            <Badge kind="danger">{wrong}</Badge>
          </span>
        )}
      </summary>
      {section.description && <p className="explore-hint">{text(section.description)}</p>}
      {rows.map((row) => (
        <div className="explore-row" key={row.map(({ name }) => name).join()}>
          {row.map((named) => (
            <ControlView key={named.name} {...named} state={state} error={errors[named.name]} onChange={onChange} onFocus={onFocus} />
          ))}
        </div>
      ))}
    </details>
  );
}
