/** What an archive may hold. Archives within them take no more than about a second and `totalBytes` of memory. */
export interface ZipLimits {
  readonly entries: number;
  /** Bytes of one file, expanded. */
  readonly fileBytes: number;
  /** Bytes of all files, expanded. */
  readonly totalBytes: number;
  /** Expanded bytes per stored byte, over the whole archive, once it is larger than `freeBytes`. */
  readonly ratio: number;
  readonly freeBytes: number;
}

const MIB = 1024 * 1024;

/** Caps of imports. Bundles of thousands of charts stay far below. */
export const ZIP_LIMITS: ZipLimits = { entries: 10_000, fileBytes: 4 * MIB, totalBytes: 48 * MIB, ratio: 200, freeBytes: MIB };
