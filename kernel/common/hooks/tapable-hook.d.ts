/** The base class of tapable alone; its subclasses compile text to functions, which a strict CSP forbids. */
declare module 'tapable/lib/Hook.js' {
  export interface HookTap {
    readonly name: string;
    readonly stage?: number;
    fn: (...args: unknown[]) => unknown;
  }
  export interface HookInterceptor {
    call?(...args: unknown[]): void;
    done?(): void;
    register?(tap: HookTap): HookTap;
  }
  export default class Hook {
    constructor(argNames: readonly string[], name: string);
    readonly name: string;
    readonly taps: HookTap[];
    readonly interceptors: HookInterceptor[];
    compile: (options: { taps: readonly HookTap[]; interceptors: readonly HookInterceptor[] }) => (...args: unknown[]) => unknown;
    readonly call: (...args: unknown[]) => unknown;
    intercept(interceptor: HookInterceptor): void;
    tap(options: { name: string; stage?: number }, fn: (...args: unknown[]) => unknown): void;
  }
}
