import type { ExtensionPointDeclaration, IndexedPlugin, PluginManifest } from '@orrery/sdk';
import { CORE_POINTS, validateManifest } from '@orrery/kernel/common';

/** The manifests of a test with what they lean on and the test leaves out. */
export interface CompletePlugins {
  readonly plugins: readonly IndexedPlugin[];
  /** Points of plugins that are not there: they take whatever is contributed. */
  readonly points: readonly ExtensionPointDeclaration[];
}

/** Points of the platform's plugins whose contributions have no code; a stand-in cannot know by itself. */
const DATA_ONLY: ReadonlySet<string> = new Set(['home.list-filters']);

/** Checks the manifests, and stands in for plugins and extension points they name. Throws with every problem of every manifest. */
export function completePlugins(manifests: readonly PluginManifest[]): CompletePlugins {
  const declared = [...CORE_POINTS, ...manifests.flatMap(({ extensionPoints }) => extensionPoints ?? [])];
  const missing = new Map<string, ExtensionPointDeclaration>();
  for (const { contributes, points } of manifests) {
    for (const [id, items] of Object.entries(contributes ?? {})) {
      if (declared.some((point) => point.id === id)) continue;
      const key = ['id', 'type', 'key', 'name', 'engine'].find((name) => typeof items[0]?.[name] === 'string') ?? 'id';
      missing.set(id, { id, version: points?.[id] ?? 1, description: 'Stand-in of the test host.', key, conflict: 'stack', dataOnly: DATA_ONLY.has(id), schema: { type: 'object' } });
    }
  }
  const points = [...missing.values()];
  const problems = manifests.flatMap((manifest) =>
    validateManifest(manifest, [...declared, ...points]).map(({ path, message, suggestion }) => `${manifest.id}: ${path} ${message}${suggestion ? ` Did you mean "${suggestion}"?` : ''}`),
  );
  if (problems.length > 0) throw new Error(`plugin.json is wrong:\n${problems.join('\n')}`);

  const known = new Set(manifests.flatMap(({ id, aliases }) => [id, ...(aliases ?? [])]));
  const needed = manifests.flatMap(({ dependencies }) => Object.entries(dependencies ?? {})).filter(([id]) => !known.has(id));
  const stubs = [...new Map(needed)].map(([id, range]) => stub(id, range));
  return { plugins: [...manifests, ...stubs].map(index), points };
}

/** A plugin that does nothing, in the lowest version the range allows. */
function stub(id: string, range: string): PluginManifest {
  const [major = '0', minor = '0', patch = '0'] = /\d+(?:\.\d+)*/.exec(range)?.[0].split('.') ?? [];
  const version = `${major}.${minor}.${patch}`;
  return { manifestVersion: 1, id, version, publisher: 'test', displayName: id, description: 'Stand-in of the test host.', engines: { sdk: '*' } };
}

function index(manifest: PluginManifest): IndexedPlugin {
  return { manifest, source: 'builtin', tier: 'builtin', baseUrl: `/plugins/${manifest.id}/`, integrity: {} };
}
