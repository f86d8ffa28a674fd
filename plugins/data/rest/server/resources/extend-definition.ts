import type { ResourceDefinition } from '@orrery/sdk/server';
import type { ResourceExtension } from '../../contract.ts';

/** A definition with all that other plugins add to it. Pure. */
export function extendDefinition(definition: ResourceDefinition, extensions: readonly ResourceExtension[]): ResourceDefinition {
  return extensions.reduce<ResourceDefinition>((base, extension) => {
    const isKept = (column: string): boolean => !Object.hasOwn(extension.fields, column.split('.')[0] as string);
    const operators = { ...base.operators };
    for (const [column, added] of Object.entries(extension.operators ?? {})) operators[column] = { ...operators[column], ...added };
    return {
      ...base,
      fields: { ...base.fields, ...extension.fields },
      listColumns: extension.listColumns ? [...base.listColumns.filter(isKept), ...extension.listColumns] : base.listColumns,
      showColumns: extension.showColumns ? [...base.showColumns.filter(isKept), ...extension.showColumns] : base.showColumns,
      searchColumns: [...new Set([...base.searchColumns, ...(extension.searchColumns ?? [])])],
      operators,
    };
  }, definition);
}
