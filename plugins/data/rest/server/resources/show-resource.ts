import type { HttpRequest, ResourceDefinition } from '@orrery/sdk/server';
import { HttpResponse } from '@orrery/sdk/server';
import type { ResourceDeps } from './resource-deps.ts';
import { createResourceContext } from './resource-deps.ts';
import { labelOf, onlyKeys, titleOf } from './describe-resource.ts';
import { extendResult } from './extend-answer.ts';
import { findRow } from './find-row.ts';
import { texts, toRecord } from './parse-list-query.ts';
import { shapeRows } from './read-rows.ts';
import { fieldOf, selectColumns } from './select-columns.ts';

/** GET of one object (contract §0.5). */
export async function showResource(deps: ResourceDeps, definition: ResourceDefinition, request: HttpRequest): Promise<unknown> {
  const query = toRecord(request.q);
  const asked = texts(query, 'columns');
  const keys = texts(query, 'keys');
  const context = createResourceContext(deps, request);
  const row = await findRow(definition, request.params['pk'] ?? '', context);
  if (definition.show) {
    const own = await definition.show(row, context);
    if (own instanceof HttpResponse) return own;
    const result = (await extendResult(deps, definition, row, own, context)) as object;
    return { id: row['id'], ...onlyKeys(blocksOf(definition, Object.keys(result)), keys), result };
  }
  const columns = asked ? definition.showColumns.filter((column) => asked.includes(column) || asked.includes(fieldOf(definition, column)?.name ?? column)) : definition.showColumns;
  const [result] = await shapeRows(deps, context, definition, selectColumns(definition, columns), [row]);
  return { id: row['id'], ...onlyKeys(blocksOf(definition, columns), keys), result };
}

/** What an answer says of itself. */
function blocksOf(definition: ResourceDefinition, columns: readonly string[]): Readonly<Record<string, unknown>> {
  return {
    show_columns: columns,
    label_columns: Object.fromEntries(columns.map((column) => [column, labelOf(column)])),
    description_columns: {},
    show_title: titleOf('Show', definition.noun[0]),
  };
}
