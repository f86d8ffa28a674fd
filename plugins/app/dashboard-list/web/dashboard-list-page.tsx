import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { usePlugin, useT } from '@orrery/sdk/web';
import type { FormValues, ListTools } from '@orrery/sdk/list';
import { FormDialog, ListPage } from '@orrery/sdk/list';
import { dashboardList } from './dashboard-list.tsx';
import type { DashboardRow } from './dashboard-row.ts';

type Open = { readonly kind: 'create' } | { readonly kind: 'edit'; readonly row: DashboardRow; readonly tools: ListTools };

/** `/dashboard/list/` */
export function DashboardListPage(): ReactNode {
  const t = useT();
  const { api, router, ui } = usePlugin();
  const [open, setOpen] = useState<Open>();
  const declaration = useMemo(() => dashboardList(t, { edit: (row, tools) => setOpen({ kind: 'edit', row, tools }), create: () => setOpen({ kind: 'create' }) }), [t]);
  const close = (): void => setOpen(undefined);
  const create = async (values: FormValues): Promise<void> => {
    const { id } = await api.post<{ id: number }>('/api/v1/dashboard/', { body: { dashboard_title: values['dashboard_title'] } });
    close();
    router.navigateTo(`/superset/dashboard/${id}/`);
  };
  const save = async ({ row, tools }: Extract<Open, { kind: 'edit' }>, values: FormValues): Promise<void> => {
    await api.put(`/api/v1/dashboard/${row.id}`, { body: { ...values, slug: values['slug'] || null, certified_by: values['certified_by'] || null, certification_details: values['certification_details'] || null } });
    ui.toast('success', t('edit.done', { name: String(values['dashboard_title']) }));
    close();
    tools.refresh();
  };
  const name = { id: 'dashboard_title', label: t('column.name'), required: true };
  return (
    <>
      <ListPage declaration={declaration} />
      {open?.kind === 'create' && <FormDialog title={t('create.title')} submitLabel={t('create.submit')} fields={[name]} onSubmit={create} onClose={close} />}
      {open?.kind === 'edit' && (
        <FormDialog
          title={t('edit.title', { name: open.row.dashboard_title })}
          initial={{
            dashboard_title: open.row.dashboard_title,
            slug: open.row.slug ?? '',
            published: open.row.published,
            certified_by: open.row.certified_by ?? '',
            certification_details: open.row.certification_details ?? '',
          }}
          fields={[
            name,
            { id: 'slug', label: t('edit.slug'), description: t('edit.slugText') },
            { id: 'certified_by', label: t('edit.certifiedBy') },
            { id: 'certification_details', label: t('edit.certificationDetails') },
            { id: 'published', label: t('status.published'), kind: 'boolean' },
          ]}
          onSubmit={(values) => save(open, values)}
          onClose={close}
        />
      )}
    </>
  );
}
