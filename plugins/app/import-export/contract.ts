import type { JsonObject, JsonSchema, User } from '@orrery/sdk';
import { createExtensionPoint } from '@orrery/sdk';
import type { Kysely } from 'kysely';

/**
 * Static half of an asset kind. To add one, list it in `plugin.json` under `contributes."import-export.assets"`, with
 * `"points": {"import-export.assets": 1}` and `import-export` among the `optionalDependencies`, and register the code half in
 * `activate`: `ctx.contribute(AssetKinds, 'themes', themeTransfer(ctx))`. The routes of the kind exist from then on.
 */
export interface AssetKindContribution {
  /** Folder of the bundle and key of the kind: `databases`, `datasets`, `charts`, `dashboards`, `queries`, `themes`. */
  readonly kind: string;
  /** REST resource: its routes are `/api/v1/<resource>/export/` and `…/import/`, its archives `<resource>_export_<time>.zip`. */
  readonly resource: string;
  /** View of the permission pairs `can_export` and `can_write`. */
  readonly view: string;
  /** `type` of metadata.yaml: `Database`, `SqlaTable`, `Slice`, `Dashboard`, `SavedQuery`, `Theme`. */
  readonly metadataType: string;
  /** In messages, capitalised: `Saved query`. */
  readonly noun: string;
  /** Kinds its files refer to; they are exported along and imported first. */
  readonly dependsOn?: readonly string[];
  /** Kinds that refer to it and belong into its own bundles nevertheless: datasets in bundles of databases. */
  readonly contains?: readonly string[];
  /** Standard roles that may export; default `Alpha`. */
  readonly exportRoles?: readonly ('Alpha' | 'Gamma' | 'sql_lab' | 'Public')[];
}

/** A name that becomes a file or folder name: made safe, or replaced by `otherwise` when nothing of it is left. */
export interface AssetName {
  readonly name: string;
  readonly otherwise: string | number;
}

/** One exported asset; it becomes `<kind>/<folder>/…/<name>[_<id>].yaml`. */
export interface ExportedAsset {
  readonly id: number;
  readonly uuid: string;
  readonly file: AssetName;
  /** Appends `_<id>` to the file's name. */
  readonly withId: boolean;
  readonly folder?: readonly AssetName[];
  /** What the file holds, in the order of its keys: plain JSON values. `uuid` and `version` are the kind's to write. */
  readonly content: JsonObject;
  /** Assets it refers to, by kind; those of `dependsOn` and `contains` only. */
  readonly needs?: Readonly<Record<string, readonly number[]>>;
}

/** Which assets to export. */
export type ExportSelection = readonly number[] | 'all';

/** What an exporter works with. */
export interface ExportContext {
  readonly user: User;
  readonly db: AssetDb;
  /** True for what the caller asked for: leave out what they may not see. False for what that refers to. */
  readonly isAsked: boolean;
  /** Kind the caller asked for; undefined for bundles of everything. */
  readonly askedKind: string | undefined;
  /** Uuids of assets of any kind by id; those that do not exist are left out. Unknown kinds answer nothing. */
  uuidsOf(kind: string, ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
}

/** The metadata database; inside an import the bundle's one transaction. */
export interface AssetDb {
  /** `T` is the kind's table interface. */
  as<T>(): Kysely<T>;
}

/** Secrets sent along for one file. Never log them, never answer them. */
export interface AssetSecrets {
  readonly password?: string;
  readonly sshTunnelPassword?: string;
  readonly sshTunnelPrivateKey?: string;
  readonly sshTunnelPrivateKeyPassword?: string;
}

/** One file of a bundle, read and fitting the kind's schema. */
export interface AssetFile {
  /** Inside the bundle's root folder, e.g. `charts/Sales_7.yaml`. */
  readonly path: string;
  readonly uuid: string;
  readonly content: JsonObject;
  readonly secrets: AssetSecrets;
}

/** Problems of a file by field; `_schema` for the file as a whole. */
export type FileProblems = Readonly<Record<string, readonly string[]>>;

/** What an importer works with. */
export interface ImportContext {
  readonly user: User;
  /** The transaction of the whole bundle: write here and nowhere else, and call no network. */
  readonly db: AssetDb;
  /** Epoch ms, the same for the whole bundle. */
  readonly now: number;
  /** The other form fields, e.g. `sync_columns`. */
  readonly options: Readonly<Record<string, string | undefined>>;
  /** Id of an asset this file refers to: imported with it or, where that is allowed, here already. */
  idOf(kind: string, uuid: string): Promise<number | undefined>;
  /** As `idOf`; refuses the bundle with a message at `field` when there is none. */
  requireId(kind: string, uuid: string, field: string): Promise<number>;
  /** Says something about the file in the answer; the import goes on. */
  warn(message: string): void;
  /** Refuses the whole bundle because of this file. */
  refuse(problems: FileProblems): never;
}

/** Where the asset of a file goes. */
export interface ImportTarget {
  /** The asset to overwrite; undefined to create one. */
  readonly existingId?: number;
  /** Id a created asset must get; undefined when any will do. */
  readonly newId?: number;
}

/** Contents of files by path, e.g. `charts/7.yaml`. */
export type LegacyFiles = Readonly<Record<string, JsonObject>>;

/** What a converter of the format before version 1 works with. */
export interface LegacyContext {
  readonly db: AssetDb;
  /** A uuid for what had none: the same for the same names. */
  uuidFor(...names: readonly string[]): string;
  /** As another kind reads its part of the file; nothing when the kind is off or knows no old format. */
  readAs(kind: string, value: unknown): Promise<LegacyFiles>;
  /** Refuses the file. */
  refuse(message: string): never;
}

/** Code half of an asset kind. */
export interface AssetTransfer {
  /** Table of the kind's ids: where it never had a row, imported assets keep the ids their file names carry. */
  readonly table: string;
  /**
   * Schema of one file, an object with `properties` and `required` (`uuid` and `version` among both). Keys it does not name
   * are not refused: they are dropped and reported.
   */
  readonly schema: JsonSchema;
  /** The assets asked for that exist and, when `isAsked`, may be seen by the user. */
  export(selection: ExportSelection, context: ExportContext): Promise<readonly ExportedAsset[]>;
  /** Ids and uuids of those that exist. */
  identify(by: { readonly ids: readonly number[] } | { readonly uuids: readonly string[] }, db: AssetDb): Promise<readonly { readonly id: number; readonly uuid: string }[]>;
  /** Whether the user may replace an existing asset; default: yes, who may write the kind at all may. */
  mayOverwrite?(id: number, user: User, db: AssetDb): Promise<boolean>;
  /** Further problems of a file, before anything is written: missing passwords. `existingId`: the asset that has its uuid. */
  validate?(file: AssetFile, existingId: number | undefined): Promise<FileProblems | undefined>;
  /** Writes one asset in `context.db` and answers its id. The importing user becomes an owner. */
  import(file: AssetFile, target: ImportTarget, context: ImportContext): Promise<number>;
  /** Looks after the commit whether the asset works, e.g. its table is there; answers what does not. May use the network. */
  check?(id: number, signal: AbortSignal): Promise<readonly string[]>;
  /**
   * Files of today's format, made of the content of a single JSON or YAML file of the format before version 1; undefined when
   * that is none of this kind's.
   */
  readLegacy?(value: unknown, context: LegacyContext): Promise<LegacyFiles | undefined>;
}

/** Asset kinds that bundles carry (contract §13). */
export const AssetKinds = createExtensionPoint<AssetKindContribution, AssetTransfer>({ id: 'import-export.assets', version: 1 });

/**
 * Static half of a companion: something that belongs to assets of several kinds and has one file for all of them, like tags.
 * It may add keys to the files of assets, which their kinds' schemas must name.
 */
export interface BundleCompanionContribution {
  readonly id: string;
  /** File beside the folders, without extension: `tags` for tags.yaml. */
  readonly file: string;
}

/** What a companion adds to a bundle. */
export interface CompanionExport {
  /** Its file; undefined for none. */
  readonly content?: JsonObject;
  /** Keys to add to the file of an asset. */
  keysOf(kind: string, id: number): JsonObject;
}

/** An asset whose file was just written. */
export interface WrittenAsset {
  readonly kind: string;
  readonly id: number;
  readonly content: JsonObject;
  warn(message: string): void;
}

/** Code half of a companion. */
export interface BundleCompanion {
  /** Schema of its file. */
  readonly schema: JsonSchema;
  /** `assets`: ids of everything in the bundle, by kind; `isAll` in bundles of everything. Undefined: nothing to add. */
  export(assets: Readonly<Record<string, readonly number[]>>, context: { readonly db: AssetDb; readonly isAll: boolean }): Promise<CompanionExport | undefined>;
  /** Runs in the import's transaction, after all assets are written. `file`: undefined when the bundle has none. */
  import(file: JsonObject | undefined, assets: readonly WrittenAsset[], context: { readonly user: User; readonly db: AssetDb; readonly now: number; readonly isAll: boolean }): Promise<void>;
}

/** What bundles carry beside assets (contract §13, tags.yaml). */
export const BundleCompanions = createExtensionPoint<BundleCompanionContribution, BundleCompanion>({ id: 'import-export.companions', version: 1 });

/** Static half of a finisher. */
export interface ImportFinisherContribution {
  readonly id: string;
}

/** What imported files ask for once they are written: rows to load, say. May use the network. */
export interface ImportFinisher {
  /** Runs after the commit, before the assets are looked at. Says what failed by `warn`; the import stays. */
  finish(assets: readonly WrittenAsset[], context: { readonly user: User; readonly signal: AbortSignal }): Promise<void>;
}

/** Work after an import. */
export const ImportFinishers = createExtensionPoint<ImportFinisherContribution, ImportFinisher>({ id: 'import-export.finishers', version: 1 });
