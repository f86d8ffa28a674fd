/**
 * Every way a plugin can fail, as a stable code. Each code has an entry in the author's guide.
 * @public
 */
export const PLUGIN_ERROR_CODES = [
  'LIST_UNAVAILABLE',
  'MANIFEST_UNAVAILABLE',
  'MANIFEST_INVALID',
  'MANIFEST_ID_MISMATCH',
  'SDK_INCOMPATIBLE',
  'POINT_INCOMPATIBLE',
  'POINT_UNKNOWN',
  'DUPLICATE_PLUGIN',
  'ORIGIN_NOT_ALLOWED',
  'INTEGRITY_MISMATCH',
  'SIGNATURE_INVALID',
  'DEPENDENCY_MISSING',
  'DEPENDENCY_INCOMPATIBLE',
  'DEPENDENCY_CYCLE',
  'DEPENDENCY_FAILED',
  'LOAD_NETWORK',
  'LOAD_EVALUATION',
  'LOAD_EXPORT_SHAPE',
  'LOAD_TIMEOUT',
  'ACTIVATE_FAILED',
  'ACTIVATE_TIMEOUT',
  'SERVICE_NOT_DECLARED',
  'SERVICE_MISSING',
  'SERVICE_CONFLICT',
  'CONTRIBUTION_UNDECLARED',
  'CONTRIBUTION_INVALID',
  'CONTRIBUTION_CONFLICT',
  'CONTRIBUTION_MISSING',
  'SLICE_EXISTS',
  'ACTION_PREFIX',
  'RENDER_FAILED',
  'RUNTIME_FAULT',
  'QUARANTINED',
  'DISABLED',
  'LEAK',
] as const;

/** @public */
export type PluginErrorCode = (typeof PLUGIN_ERROR_CODES)[number];

/**
 * A failure attributed to a plugin. `message` says what is wrong, where, and what to do, in English;
 * the UI translates by `code` with `context` as arguments.
 * @public
 */
export class PluginError extends Error {
  readonly code: PluginErrorCode;
  readonly pluginId: string;
  readonly context: Readonly<Record<string, unknown>>;

  constructor(
    code: PluginErrorCode,
    pluginId: string,
    message: string,
    options: { context?: Readonly<Record<string, unknown>>; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'PluginError';
    this.code = code;
    this.pluginId = pluginId;
    this.context = options.context ?? {};
  }
}

/** True for a {@link PluginError} of any copy of the SDK. @public */
export function isPluginError(value: unknown): value is PluginError {
  return value instanceof Error && value.name === 'PluginError' && 'code' in value && 'pluginId' in value;
}
