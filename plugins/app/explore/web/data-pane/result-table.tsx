import { useMemo, useState } from 'react';
import type { ReactElement } from 'react';
import { GenericType } from '@orrery/sdk';
import type { ChartDataResult } from '@orrery/sdk';
import { Button, Icon, IconButton, SearchField } from '@orrery/sdk/ui';
import { usePlugin, useT } from '@orrery/sdk/web';
import { columnIcon } from '../dataset-panel/field-icon.ts';
import { formatCell } from './format-cell.ts';

/** Rows drawn at once; more on request. */
const PAGE = 200;

/** Rows of an answer with a search, a count, and a way to copy them. */
export function ResultTable({ result, title }: { readonly result: ChartDataResult; readonly title: string }): ReactElement {
  const t = useT();
  const { i18n, ui, permissions } = usePlugin();
  const [search, setSearch] = useState('');
  const [shown, setShown] = useState(PAGE);
  const { colnames, coltypes, data } = result;
  const texts = useMemo(
    () => data.map((row) => colnames.map((name, at) => formatCell(row[name] ?? null, coltypes[at] ?? GenericType.String, i18n.language))),
    [data, colnames, coltypes, i18n.language],
  );
  const wanted = search.trim().toLowerCase();
  const rows = wanted ? texts.filter((row) => row.some((cell) => cell.toLowerCase().includes(wanted))) : texts;
  const copy = async () => {
    const lines = [colnames.join('\t'), ...rows.map((row) => row.map((cell) => cell.replaceAll(/[\t\n\r]+/g, ' ')).join('\t'))];
    await navigator.clipboard.writeText(lines.join('\n')).then(
      () => ui.toast('success', t('data.copied')),
      () => ui.toast('warning', t('query.copy-failed')),
    );
  };
  return (
    <div className="explore-result">
      <div className="explore-result-bar">
        <SearchField label={t('data.search')} placeholder={t('data.search')} value={search} onChange={setSearch} />
        <span className="explore-hint">{t('chart.rows', { count: wanted ? rows.length : result.rowcount })}</span>
        {permissions.can('can_csv', 'Superset') && <IconButton icon="copy" label={t('data.copy')} onClick={() => void copy()} />}
      </div>
      {/* A box that scrolls must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="explore-table-scroll" tabIndex={0} role="region" aria-label={title}>
        <table className="explore-table">
          <caption className="explore-hidden">{title}</caption>
          <thead>
            <tr>
              {colnames.map((name, at) => (
                <th key={name} scope="col" data-numeric={coltypes[at] === GenericType.Numeric ? '' : undefined}>
                  <Icon name={columnIcon({ is_dttm: false, type_generic: coltypes[at] ?? GenericType.String })} size={12} /> {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, shown).map((row, line) => (
              <tr key={line}>
                {row.map((cell, at) => (
                  <td key={colnames[at]} data-numeric={coltypes[at] === GenericType.Numeric ? '' : undefined}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > shown && (
        <Button size="small" onClick={() => setShown(shown + PAGE)}>
          {t('data.more', { count: rows.length - shown })}
        </Button>
      )}
    </div>
  );
}
