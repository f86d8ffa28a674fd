import { useState } from 'react';
import type { ReactElement } from 'react';
import { Button, Dialog } from '@orrery/sdk/ui';
import { useContributions, useT } from '@orrery/sdk/web';
import { VizTypes } from '@orrery/sdk/viz';
import { VizGallery } from './viz-gallery.tsx';

interface VizSwitcherProps {
  readonly vizType: string;
  onChoose(type: string): void;
}

/** Shows the viz type and opens the gallery to change it. */
export function VizSwitcher({ vizType, onChoose }: VizSwitcherProps): ReactElement {
  const t = useT();
  const contributions = useContributions(VizTypes);
  const [selected, setSelected] = useState<string>();
  const current = contributions.find(({ key }) => key === vizType)?.value;
  const close = () => setSelected(undefined);
  const confirm = (type: string) => {
    close();
    if (type !== vizType) onChoose(type);
  };
  return (
    <div className="explore-viz">
      <span className="explore-viz-title">{current?.title ?? t('gallery.unknown', { type: vizType })}</span>
      <Button size="small" icon="grid" onClick={() => setSelected(vizType)}>
        {t('gallery.change')}
      </Button>
      {selected !== undefined && (
        <Dialog
          title={t('gallery.dialog')}
          isOpen
          onClose={close}
          size="large"
          footer={
            <>
              <Button onClick={close}>{t('cancel')}</Button>
              <Button kind="primary" onClick={() => confirm(selected)}>
                {t('gallery.select')}
              </Button>
            </>
          }
        >
          <VizGallery value={selected} onSelect={setSelected} onConfirm={confirm} />
        </Dialog>
      )}
    </div>
  );
}
