import type { ServerPluginContext } from '@orrery/sdk/server';
import { AssetKinds } from '../contract.ts';
import type { AssetKindContribution, AssetTransfer } from '../contract.ts';

/** A kind whose plugin is there, with its code. */
export interface LoadedKind {
  readonly kind: AssetKindContribution;
  readonly transfer: AssetTransfer;
}

/** The asset kinds of this deployment. */
export interface AssetKindReader {
  /** Static halves, as they are now. */
  all(): readonly AssetKindContribution[];
  /** The code half; undefined when no plugin offers the kind. Rejects when its plugin does not start. */
  load(kind: string): Promise<LoadedKind | undefined>;
}

/** Reads the kinds from the extension point; nothing is kept, as plugins come and go. */
export function createAssetKindReader(points: ServerPluginContext['points']): AssetKindReader {
  const all = (): readonly AssetKindContribution[] => points.entries(AssetKinds).map(({ value }) => value);
  return {
    all,
    async load(name) {
      const kind = all().find((candidate) => candidate.kind === name);
      return kind && { kind, transfer: await points.load(AssetKinds, name) };
    },
  };
}
