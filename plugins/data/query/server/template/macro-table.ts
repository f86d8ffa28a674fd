import type { ContributionReader } from '@orrery/sdk';
import type { PartitionReader } from '../run/partition-reader.ts';
import type { DatasetReader } from './macros/dataset-macros.ts';
import { datasetMacros } from './macros/dataset-macros.ts';
import { filterMacros } from './macros/filter-macros.ts';
import type { Macro } from './macros/macro.ts';
import { partitionMacros } from './macros/partition-macros.ts';
import { pluginMacros } from './macros/plugin-macros.ts';
import { textMacros } from './macros/text-macros.ts';
import { userMacros } from './macros/user-macros.ts';
import type { MacroTable } from './render-template.ts';

/** Our macros and those of other plugins; ours cannot be replaced. */
export function createMacroTable(reader: DatasetReader, points?: Pick<ContributionReader, 'loadAll' | 'load'>, partitions?: PartitionReader): () => Promise<MacroTable> {
  const own: Readonly<Record<string, Macro>> = { ...userMacros, ...filterMacros, ...textMacros, ...datasetMacros(reader) };
  const names = Object.keys(own);
  const functions = names.filter((name) => !own[name]!.isFilter);
  const filters = names.filter((name) => own[name]!.isFilter);
  const ofPartitions = partitionMacros(partitions);
  return async () => {
    const others = { ...(points ? await pluginMacros(points) : {}), ...ofPartitions };
    return {
      functions: [...functions, ...Object.keys(others).filter((name) => !Object.hasOwn(own, name))],
      filters,
      find: (name, given) => (Object.hasOwn(own, name) ? own[name] : Object.hasOwn(others, name) ? others[name]!(given) : undefined),
    };
  };
}
