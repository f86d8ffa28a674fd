export type { WebKernel, WebKernelOptions } from './start/start-web-kernel.ts';
export { startWebKernel } from './start/start-web-kernel.ts';
export type { FaultPanelProps } from './boundary/contribution-boundary.tsx';
