import type { ExtensionPointDeclaration, PluginManifest } from '@orrery/sdk';
import semver from 'semver';
import type { ManifestProblem } from '../contract.ts';

/** What a schema cannot say. Each rule gets a manifest of the right shape and answers its problems. */
type Rule = (manifest: PluginManifest, declarations: ReadonlyMap<string, ExtensionPointDeclaration>) => readonly ManifestProblem[];

const problem = (path: string, message: string): ManifestProblem[] => [{ path, message }];

/** The range a plugin may ask of the SDK at most: one major, before 1.0 one minor. */
function pin(range: string): string | undefined {
  const lowest = semver.minVersion(range);
  if (!lowest) return undefined;
  const { major, minor } = lowest;
  return major > 0 ? `>=${major}.0.0 <${major + 1}.0.0` : `>=0.${minor}.0 <0.${minor + 1}.0`;
}

const RULES: readonly Rule[] = [
  ({ version }) => (semver.valid(version) ? [] : problem('/version', `"${version}" is no semantic version such as 1.2.3`)),

  ({ engines: { sdk } }) => {
    if (!semver.validRange(sdk)) return problem('/engines/sdk', `"${sdk}" is no semver range`);
    const allowed = pin(sdk);
    const isPinned = allowed !== undefined && semver.subset(sdk, allowed);
    return isPinned ? [] : problem('/engines/sdk', `"${sdk}" reaches over versions that may break the plugin; pin one major, before 1.0 one minor, e.g. "^0.1.0"`);
  },

  ({ dependencies = {}, optionalDependencies = {} }) =>
    Object.entries({ dependencies, optionalDependencies }).flatMap(([field, ranges]) =>
      Object.entries(ranges).flatMap(([id, range]) => (semver.validRange(range) ? [] : problem(`/${field}/${id}`, `"${range}" is no semver range`))),
    ),

  ({ activation = [], activationReason }) =>
    activation.length > 0 && !activationReason ? problem('/activationReason', 'onStartup costs every page; say why it is needed') : [],

  ({ points = {} }, declarations) =>
    Object.entries(points).flatMap(([id, version]) => {
      const known = declarations.get(id);
      return known && known.version !== version ? problem(`/points/${id}`, `Version ${version} is not on offer; this installation has version ${known.version}`) : [];
    }),

  ({ points = {}, contributes = {}, extensionPoints = [] }) =>
    Object.keys(contributes)
      .filter((id) => points[id] === undefined && !extensionPoints.some((point) => point.id === id))
      .flatMap((id) => problem(`/points/${id}`, `Name the contract version the contributions to ${id} were written for`)),

  ({ id, extensionPoints = [] }) =>
    extensionPoints.flatMap((point, at) => (point.id.startsWith(`${id}.`) ? [] : problem(`/extensionPoints/${at}/id`, `Extension points of ${id} are named ${id}.<plural-noun>`))),

  ({ id, contributes = {} }) =>
    Object.entries(contributes)
      .filter(([point]) => point.startsWith('core.'))
      .flatMap(([point, items]) =>
        items.flatMap((item, at) => (String(item['id']).startsWith(`${id}.`) ? [] : problem(`/contributes/${point}/${at}/id`, `Ids of ${id} are named ${id}.<name>`))),
      ),
];

/** Every problem a manifest of the right shape has beyond its shape. */
export function checkRules(manifest: PluginManifest, declarations: readonly ExtensionPointDeclaration[]): readonly ManifestProblem[] {
  const byId = new Map(declarations.map((declaration) => [declaration.id, declaration]));
  return RULES.flatMap((rule) => rule(manifest, byId));
}
