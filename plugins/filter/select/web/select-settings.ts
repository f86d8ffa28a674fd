import type { NativeFilter } from '../../../app/dashboard/contract.ts';

/** The settings of a value filter (contract §8.3), with what they mean when they are missing. */
export interface SelectSettings {
  readonly isMultiple: boolean;
  readonly isRequired: boolean;
  readonly takesFirst: boolean;
  /** Chosen values are left out rather than kept. */
  readonly isInverse: boolean;
  /** What is typed is searched in the database instead of in the first thousand values. */
  readonly searchesAll: boolean;
  readonly isCreatable: boolean;
  /** `undefined`: as the database answers. */
  readonly isAscending: boolean | undefined;
  readonly column: string | undefined;
  readonly datasetId: number | undefined;
}

/** Reads the settings of one filter. */
export function readSettings({ controlValues = {}, targets }: NativeFilter): SelectSettings {
  const sort = controlValues['sortAscending'];
  return {
    isMultiple: controlValues['multiSelect'] !== false,
    isRequired: controlValues['enableEmptyFilter'] === true,
    takesFirst: controlValues['defaultToFirstItem'] === true,
    isInverse: controlValues['inverseSelection'] === true,
    searchesAll: controlValues['searchAllOptions'] === true,
    isCreatable: controlValues['creatable'] !== false,
    isAscending: typeof sort === 'boolean' ? sort : undefined,
    column: targets?.[0]?.column?.name,
    datasetId: targets?.[0]?.datasetId,
  };
}
