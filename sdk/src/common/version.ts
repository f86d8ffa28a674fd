/** Version of the SDK; `engines.sdk` of a manifest is a range over it. Equal to `sdk/package.json` (checked). @public */
export const SDK_VERSION = '0.1.0';
