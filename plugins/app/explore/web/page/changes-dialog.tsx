import { useState } from 'react';
import type { ReactElement } from 'react';
import { Button, Dialog } from '@orrery/sdk/ui';
import { useT } from '@orrery/sdk/web';
import type { ControlPanel } from '@orrery/sdk/viz';
import { findSharedControl, resolveControls } from '@orrery/sdk/viz';
import type { FormDataChange } from '../model/diff-form-data.ts';
import { describeValue } from '../model/describe-value.ts';
import { useText } from '../state/use-text.ts';

interface ChangesDialogProps {
  readonly changes: readonly FormDataChange[];
  readonly panel: ControlPanel | null | undefined;
  onClose(): void;
}

/** Rows shown at once (seed §9). */
const PAGE = 50;

/** What differs from the saved chart, control by control. */
export function ChangesDialog({ changes, panel, onClose }: ChangesDialogProps): ReactElement {
  const t = useT();
  const text = useText();
  const [shown, setShown] = useState(PAGE);
  const controls = panel ? resolveControls(panel) : [];
  const labelOf = (name: string) => {
    const control = controls.find((named) => named.name === name)?.control ?? findSharedControl(name);
    return control ? text(control.label) : name === 'viz_type' ? t('changes.viz-type') : name;
  };
  return (
    <Dialog title={t('changes.title')} isOpen onClose={onClose} size="large" footer={<Button onClick={onClose}>{t('close')}</Button>}>
      {/* A box that scrolls must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="explore-table-scroll" tabIndex={0} role="region" aria-label={t('changes.title')}>
        <table className="explore-table">
          <thead>
            <tr>
              {['control', 'before', 'after'].map((column) => (
                <th key={column} scope="col">
                  {t(`changes.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {changes.slice(0, shown).map(({ name, before, after }) => (
              <tr key={name}>
                <th scope="row">{labelOf(name)}</th>
                <td>{describeValue(before)}</td>
                <td>{describeValue(after)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {changes.length > shown && <Button onClick={() => setShown(shown + PAGE)}>{t('dataset.more')}</Button>}
    </Dialog>
  );
}
