import type { Entry } from 'yauzl';
import { bundleError } from '../bundle-error.ts';
import type { ZipLimits } from './zip-limits.ts';

const FILE_TYPE = 0o170000;
const DIRECTORY = 0o040000;
const REGULAR = 0o100000;
const MAX_NAME = 512;
const MAX_FOLDERS = 10;

/** Refuses an entry whose name or kind has no place in a bundle. Names that leave the archive the library refuses already. */
export function checkEntry(entry: Entry): void {
  const name = entry.fileName;
  const shown = JSON.stringify(name.slice(0, 80));
  // Bytes that are no UTF-8, control characters, and what some file systems would take for another path.
  // eslint-disable-next-line no-control-regex
  if (name.length > MAX_NAME || /[\u0000-\u001f\u007f\ufffd\\]/.test(name)) throw bundleError(`The archive holds an entry with an unreadable name: ${shown}`);
  const parts = name.replace(/\/$/, '').split('/');
  if (parts.length > MAX_FOLDERS || parts.some((part) => part === '' || part === '.' || part === '..') || /^[a-z]:/i.test(name)) {
    throw bundleError(`The archive holds an entry with an unsafe name: ${shown}`);
  }
  const type = (entry.externalFileAttributes >>> 16) & FILE_TYPE;
  if (type !== 0 && type !== REGULAR && type !== DIRECTORY) throw bundleError(`The archive holds a link or device, ${shown}; only files and folders are accepted`);
  if ((entry.generalPurposeBitFlag & 1) !== 0) throw bundleError(`The archive is encrypted (${shown}); save it without a password`);
}

/** Adds up a directory. `add` and `finish` throw when the archive cannot be what it says or is too much. */
export interface ZipGuard {
  add(entry: Entry): void;
  finish(): void;
}

/** Watches sizes, names and places of the entries of one archive of `archiveBytes`. */
export function createZipGuard(archiveBytes: number, limits: ZipLimits): ZipGuard {
  const names = new Set<string>();
  const places: { readonly from: number; readonly to: number }[] = [];
  let total = 0;
  return {
    add(entry) {
      // Case counts as equal: somebody's file system will unpack the bundle one day.
      const name = entry.fileName.toLowerCase();
      if (names.has(name)) throw bundleError(`The archive holds ${JSON.stringify(entry.fileName.slice(0, 80))} twice`);
      names.add(name);
      total += entry.uncompressedSize;
      if (entry.uncompressedSize > limits.fileBytes) throw bundleError(`${entry.fileName.slice(0, 80)} is larger than ${limits.fileBytes} bytes`);
      if (total > limits.totalBytes) throw bundleError(`The archive expands to more than ${limits.totalBytes} bytes`);
      if (total > limits.freeBytes && total > archiveBytes * limits.ratio) throw bundleError(`The archive expands to more than ${limits.ratio} times its size`);
      places.push({ from: entry.relativeOffsetOfLocalHeader, to: entry.relativeOffsetOfLocalHeader + entry.compressedSize });
    },
    finish() {
      places.sort((a, b) => a.from - b.from);
      places.forEach(({ to }, index) => {
        const next = places[index + 1];
        if (next && next.from < to) throw bundleError('The archive holds entries that overlap');
      });
    },
  };
}
