import type { OutputUnit } from '@cfworker/json-schema';
import { Validator } from '@cfworker/json-schema';
import type { ExtensionPointDeclaration, JsonSchema, PluginManifest } from '@orrery/sdk';
import type { ManifestProblem } from '../contract.ts';
import { checkRules } from './check-rules.ts';
import { composeManifestSchema } from './compose-manifest-schema.ts';
import { nearestName } from './nearest-name.ts';

/** Errors that only say that something below them is wrong. */
const WRAPPERS: ReadonlySet<string> = new Set(['properties', 'patternProperties', 'additionalProperties', 'items', 'prefixItems', '$ref', 'allOf', 'if']);

/**
 * Everything wrong with a `plugin.json`, at once: shape, unknown keys with a suggestion, and the rules no schema can say.
 * Empty when it is right. Loads a schema interpreter and `semver`; the page imports this file only for plugins that arrive at run time.
 */
export function validateManifest(given: unknown, declarations: readonly ExtensionPointDeclaration[]): ManifestProblem[] {
  // As it would be read from a file; the interpreter knows no undefined.
  const manifest: unknown = JSON.parse(JSON.stringify(given ?? null));
  const all = [...declarations, ...ownPoints(manifest)].filter((point, at, list) => list.findIndex(({ id }) => id === point.id) === at);
  const schema = composeManifestSchema(all);
  const { errors } = new Validator(schema, '2020-12', false).validate(manifest);
  const problems = errors.filter((error) => !WRAPPERS.has(error.keyword) && !/\/(?:anyOf|oneOf|not)\//.test(error.keywordLocation)).map((error) => describe(error, schema, manifest));
  // The rules read fields whose shape they trust.
  return problems.length > 0 ? dedupe(problems) : [...checkRules(manifest as PluginManifest, all)];
}

/** Points the manifest itself declares, as far as they are usable. */
function ownPoints(manifest: unknown): ExtensionPointDeclaration[] {
  const points = (manifest as Partial<PluginManifest> | null)?.extensionPoints;
  return Array.isArray(points) ? points.filter((point: Partial<ExtensionPointDeclaration> | null) => typeof point?.id === 'string' && typeof point.schema === 'object') : [];
}

function describe({ keyword, instanceLocation, error }: OutputUnit, schema: JsonSchema, manifest: unknown): ManifestProblem {
  const path = instanceLocation.replace(/^#/, '');
  const steps = path.split('/').slice(1).map((step) => decodeURIComponent(step).replace(/~1/g, '/').replace(/~0/g, '~'));
  const name = steps.at(-1) ?? '';
  const value = steps.reduce<unknown>((at, step) => (at as Readonly<Record<string, unknown>> | undefined)?.[step], manifest);
  const here = schemaAt(schema, steps);
  const shown = JSON.stringify(value);
  if (keyword === 'false') {
    const names = Object.keys((schemaAt(schema, steps.slice(0, -1))?.['properties'] as object | undefined) ?? {});
    const isPoint = steps.length === 2 && steps[0] === 'contributes';
    return { path, message: isPoint ? `No installed plugin declares the extension point "${name}".` : `"${name}" is not known here.`, suggestion: nearestName(name, names) };
  }
  if (keyword === 'required') return { path, message: `"${/"(.+)"/.exec(error)?.[1] ?? ''}" is missing.` };
  if (keyword === 'enum') {
    const choices = (here?.['enum'] as readonly unknown[] | undefined) ?? [];
    return { path, message: `${shown} is none of ${choices.map(String).join(', ')}.`, suggestion: nearestName(String(value), choices.map(String)) };
  }
  if (keyword === 'pattern') return { path, message: `${shown} does not match ${String(here?.['pattern'] ?? 'the pattern')}.` };
  return { path, message: error.replace(/^Instance type/, 'The type').replace(/^(?:Instance|String|Array)\b/, shown ?? 'It') };
}

/** The part of the schema that judges the value a path leads to; undefined below combinators. */
function schemaAt(schema: JsonSchema, steps: readonly string[]): JsonSchema | undefined {
  return steps.reduce<JsonSchema | undefined>((at, step) => {
    const properties = at?.['properties'] as Readonly<Record<string, JsonSchema>> | undefined;
    return properties?.[step] ?? (at?.['type'] === 'array' ? (at['items'] as JsonSchema) : (at?.['additionalProperties'] as JsonSchema | undefined));
  }, schema);
}

function dedupe(problems: readonly ManifestProblem[]): ManifestProblem[] {
  const seen = new Map(problems.map((problem) => [`${problem.path}\n${problem.message}`, problem]));
  return [...seen.values()];
}
