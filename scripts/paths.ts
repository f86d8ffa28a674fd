import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folders every script needs, absolute. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
/** What is built and run; `npm run dev` has one of its own. */
export const dist = path.resolve(root, process.env['ORRERY_DIST'] ?? 'dist');
export const staticDir = path.join(dist, 'static');
export const registryFile = path.resolve(root, process.env['ORRERY_REGISTRY'] ?? 'plugin-registry.json');
