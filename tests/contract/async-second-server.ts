// Another process of the same deployment: the server of a contract test over the data directory it is given.
import type { AddressInfo } from 'node:net';
import { startApp } from './start-app.ts';

const [dataDir = '', rooms = ''] = process.argv.slice(2);
const app = await startApp({ more: rooms.split(','), admin: 'second', config: { dataDir, featureFlags: { GLOBAL_ASYNC_QUERIES: true } } });
await app.kernel.listen({ host: '127.0.0.1', port: 0 });
process.on('SIGTERM', () => void app.close().then(() => process.exit(0)));
console.log(`ready ${(app.kernel.http.app.server.address() as AddressInfo).port}`);
