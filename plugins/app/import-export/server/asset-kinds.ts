import type { ServerPluginContext } from '@orrery/sdk/server';
import { AssetKinds, BundleCompanions, ImportFinishers } from '../contract.ts';
import type { AssetKindContribution, AssetTransfer, BundleCompanion, ImportFinisher } from '../contract.ts';

/** A kind whose plugin is there, with its code. */
export interface LoadedKind {
  readonly kind: AssetKindContribution;
  readonly transfer: AssetTransfer;
}

/** A companion whose plugin is there, with its code. */
export interface LoadedCompanion {
  readonly file: string;
  readonly companion: BundleCompanion;
}

/** The asset kinds of this deployment. */
export interface AssetKindReader {
  /** Static halves, as they are now. */
  all(): readonly AssetKindContribution[];
  /** The code half; undefined when no plugin offers the kind. Rejects when its plugin does not start. */
  load(kind: string): Promise<LoadedKind | undefined>;
  companions(): Promise<readonly LoadedCompanion[]>;
  finishers(): Promise<readonly ImportFinisher[]>;
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
    finishers: () => Promise.all(points.entries(ImportFinishers).map(({ value }) => points.load(ImportFinishers, value.id))),
    companions: () => Promise.all(points.entries(BundleCompanions).map(async ({ value }) => ({ file: value.file, companion: await points.load(BundleCompanions, value.id) }))),
  };
}
