import { Engine } from './engine.ts';
import type { EngineReply, EngineRequest } from './protocol.ts';

// Entry of the engine process. It lives as long as the channel to its parent, and not a moment longer.

function send(message: EngineReply): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}

const engine = new Engine(send);

/** Exiting in order would wait for running queries; files are safe, for the engine's writes are transactions. */
function end(): void {
  process.kill(process.pid, 'SIGKILL');
}

/** Where the system has no address-space limit (macOS, Windows) the process ends itself before it hurts others. */
function watchMemory(limitMb: number): void {
  setInterval(() => {
    if (process.memoryUsage.rss() > limitMb * 1_048_576) end();
  }, 100).unref();
}

process.on('message', (request: EngineRequest) => {
  if (request.kind === 'open') watchMemory(request.limits.residentMb);
  engine.handle(request);
});
process.on('disconnect', end);
// Ctrl+C reaches the whole group; the parent decides when the engine goes.
process.on('SIGINT', () => undefined);
send({ kind: 'loaded' });
