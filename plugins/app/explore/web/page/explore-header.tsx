import { useState } from 'react';
import type { ReactElement } from 'react';
import { Badge, Button, IconButton } from '@orrery/sdk/ui';
import { useCan, useT } from '@orrery/sdk/web';
import type { ControlPanel } from '@orrery/sdk/viz';
import type { FormDataChange } from '../model/diff-form-data.ts';
import { useDispatch, useExplore } from '../state/use-explore.ts';
import { ChangesDialog } from './changes-dialog.tsx';
import { ChartMenu } from './chart-menu.tsx';

interface ExploreHeaderProps {
  readonly panel: ControlPanel | null | undefined;
  readonly changes: readonly FormDataChange[];
  readonly isInvalid: boolean;
  onSave(): void;
}

/** Name of the chart, where it is used, what was changed, and what can be done with it. */
export function ExploreHeader({ panel, changes, isInvalid, onSave }: ExploreHeaderProps): ReactElement {
  const t = useT();
  const canSave = useCan('can_write', 'Chart');
  const { name, slice, metadata, isFavourite } = useExplore();
  const dispatch = useDispatch();
  const [areChangesShown, setAreChangesShown] = useState(false);
  const dashboards = metadata.dashboards?.length ?? 0;
  const facts = [
    dashboards > 0 ? t('meta.dashboards', { count: dashboards }) : undefined,
    metadata.owners?.length ? t('meta.owners', { names: metadata.owners.join(', ') }) : undefined,
    metadata.changed_on_humanized ? t('meta.changed', { when: metadata.changed_on_humanized }) : undefined,
  ].filter((fact) => fact !== undefined);
  return (
    <header className="explore-header">
      <h1 className="o-visually-hidden">{name || t('title.new')}</h1>
      <input
        className="explore-name"
        aria-label={t('title.label')}
        placeholder={t('title.placeholder')}
        value={name}
        readOnly={!canSave}
        maxLength={250}
        onChange={(event) => dispatch({ type: 'explore/NAME_CHANGED', name: event.target.value })}
      />
      {slice?.certified_by && <Badge kind="success">{t('meta.certified', { by: slice.certified_by })}</Badge>}
      {slice && (
        <IconButton
          icon={isFavourite ? 'star-filled' : 'star'}
          label={t(isFavourite ? 'favourite.remove' : 'favourite.add')}
          pressed={isFavourite}
          onClick={() => dispatch({ type: 'explore/FAVOURITE_TOGGLED' })}
        />
      )}
      {slice && changes.length > 0 && (
        <button type="button" className="explore-altered" onClick={() => setAreChangesShown(true)}>
          <Badge kind="warning">{t('changes.badge')}</Badge>
        </button>
      )}
      <span className="explore-meta">{facts.join(' · ')}</span>
      <span className="explore-actions">
        {canSave && (
          <span title={isInvalid ? t('save.invalid') : undefined}>
            <Button kind="primary" icon="save" disabled={isInvalid} onClick={onSave}>
              {t('save.action')}
            </Button>
          </span>
        )}
        <ChartMenu />
      </span>
      {areChangesShown && <ChangesDialog changes={changes} panel={panel} onClose={() => setAreChangesShown(false)} />}
    </header>
  );
}
