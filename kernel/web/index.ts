export type { WebKernel, WebKernelOptions } from './start/start-web-kernel.ts';
export { HOST_ID, startWebKernel } from './start/start-web-kernel.ts';
export type { FaultPanelProps } from './boundary/contribution-boundary.tsx';
export type { PageSlotProps } from './boundary/create-slot.tsx';
export type { CommandEntry, HostCommand } from './commands/create-commands.ts';
export type { PageState } from './routing/page-loader.ts';
export { PluginRuntime } from '../common/runtime/plugin-runtime.ts';
export { createPluginContext } from './context/create-plugin-context.ts';
