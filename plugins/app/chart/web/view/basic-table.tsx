import type { ChartDataResult } from '@orrery/sdk';
import { cellText, isNumeric } from './cell-text.ts';
import type { ChartDeps } from './chart-deps.ts';

/** Rows drawn at most; the rest is only counted. */
const MAX_ROWS = 500;

/** A plain table of one result: the last resort of every chart, and the data behind it on request. */
export function BasicTable({ deps, result, label }: { deps: ChartDeps; result: ChartDataResult; label: string }) {
  const { t, language } = deps.ctx.i18n;
  const rows = result.data.slice(0, MAX_ROWS);
  return (
    // Focusable, so that the keyboard can scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="chart-table" role="region" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {result.colnames.map((name, at) => (
              <th key={name} scope="col" className={isNumeric(result, at) ? 'chart-table-number' : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {result.colnames.map((name, at) => (
                <td key={name} className={isNumeric(result, at) ? 'chart-table-number' : undefined}>
                  {cellText(row[name], result.coltypes[at], language) ?? <span className="chart-table-null">{t('table.null')}</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {result.data.length > MAX_ROWS && <p className="chart-table-more">{t('table.more', { shown: MAX_ROWS, total: result.data.length })}</p>}
    </div>
  );
}
