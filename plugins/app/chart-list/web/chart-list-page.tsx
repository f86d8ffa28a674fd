import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { useContributions, usePlugin, useT } from '@orrery/sdk/web';
import type { FormValues, ListTools } from '@orrery/sdk/list';
import { FormDialog, ListPage } from '@orrery/sdk/list';
import { VizTypes } from '@orrery/sdk/viz';
import { chartList } from './chart-list.tsx';
import type { ChartRow } from './chart-row.ts';

/** `/chart/list/` */
export function ChartListPage(): ReactNode {
  const t = useT();
  const { api, ui } = usePlugin();
  const types = useContributions(VizTypes);
  const [edited, setEdited] = useState<{ readonly row: ChartRow; readonly tools: ListTools }>();
  const declaration = useMemo(() => {
    const titles = new Map(types.map(({ value }) => [value.type, value.title]));
    return chartList(t, (type) => titles.get(type) ?? type, (row, tools) => setEdited({ row, tools }));
  }, [t, types]);
  const close = (): void => setEdited(undefined);
  const save = async (row: ChartRow, tools: ListTools, values: FormValues): Promise<void> => {
    const body = { ...values, description: values['description'] || null, certified_by: values['certified_by'] || null, certification_details: values['certification_details'] || null };
    await api.put(`/api/v1/chart/${row.id}`, { body });
    ui.toast('success', t('edit.done', { name: String(values['slice_name']) }));
    close();
    tools.refresh();
  };
  return (
    <>
      <ListPage declaration={declaration} />
      {edited && (
        <FormDialog
          title={t('edit.title', { name: edited.row.slice_name })}
          initial={{
            slice_name: edited.row.slice_name,
            description: edited.row.description ?? '',
            certified_by: edited.row.certified_by ?? '',
            certification_details: edited.row.certification_details ?? '',
          }}
          fields={[
            { id: 'slice_name', label: t('column.name'), required: true },
            { id: 'description', label: t('edit.description'), kind: 'multiline', description: t('edit.descriptionText') },
            { id: 'certified_by', label: t('edit.certifiedBy') },
            { id: 'certification_details', label: t('edit.certificationDetails') },
          ]}
          onSubmit={(values) => save(edited.row, edited.tools, values)}
          onClose={close}
        />
      )}
    </>
  );
}
