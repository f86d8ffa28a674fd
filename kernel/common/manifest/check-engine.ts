import type { PluginManifest } from '@orrery/sdk';
import type { ManifestProblem } from '../contract.ts';
import { satisfiesRange } from '../graph/satisfies-range.ts';

/** What is wrong when the plugin was written for another SDK; undefined when it fits. */
export function checkEngine({ id, version, engines }: PluginManifest, sdkVersion: string, satisfies = satisfiesRange): ManifestProblem | undefined {
  if (satisfies(sdkVersion, engines.sdk)) return undefined;
  return {
    path: '/engines/sdk',
    message: `${id} ${version} needs SDK ${engines.sdk}; this installation has ${sdkVersion}. Update the installation, or install another version of the plugin.`,
  };
}
