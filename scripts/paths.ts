import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folders every script needs, absolute. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
export const dist = path.join(root, 'dist');
export const staticDir = path.join(dist, 'static');
export const registryFile = path.join(root, 'plugin-registry.json');
