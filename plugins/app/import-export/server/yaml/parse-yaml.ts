import { isAlias, isMap, isScalar, isSeq, parseAllDocuments } from 'yaml';
import type { Document, Node, Scalar, YAMLMap } from 'yaml';
import { PYYAML_SCALARS } from './yaml-tags.ts';

/** What one YAML file may hold. */
const MAX_DEPTH = 60;
const MAX_NODES = 400_000;

/** Why a file is refused, in the user's terms. */
export class YamlProblem extends Error {}

/**
 * The JSON value of a YAML 1.1 file as Superset writes them. Refuses aliases, tags beyond the plain ones, duplicate keys,
 * several documents, bytes that are no UTF-8, and files too deep or too large, by throwing a {@link YamlProblem}.
 */
export function parseYaml(bytes: Uint8Array): unknown {
  const text = decode(bytes);
  requireShallow(text);
  let documents: readonly Document.Parsed[];
  try {
    documents = parseAllDocuments(text, { version: '1.1', schema: 'failsafe', customTags: [...PYYAML_SCALARS], uniqueKeys: false, prettyErrors: false, logLevel: 'silent' }) as readonly Document.Parsed[];
  } catch (error) {
    // The parser's own limits: recursion, mostly.
    throw new YamlProblem(`Not a valid YAML file: ${(error as Error).message}`);
  }
  if (documents.length > 1) throw new YamlProblem('Not a valid YAML file: it holds several documents');
  const [document] = documents;
  // An unknown tag is but a warning to the parser.
  const problem = document?.errors[0] ?? document?.warnings[0];
  if (problem) throw new YamlProblem(`Not a valid YAML file: ${problem.message}`);
  return document ? toPlain(document.contents) : null;
}

/** Own code instead of the library's, which resolves aliases and compares every key of a map with every other. */
function toPlain(root: Node | null): unknown {
  let nodes = 0;
  const plain = (node: unknown, depth: number): unknown => {
    nodes += 1;
    if (nodes > MAX_NODES) throw new YamlProblem(`Holds more than ${MAX_NODES} values`);
    if (depth > MAX_DEPTH) throw new YamlProblem(`Is nested deeper than ${MAX_DEPTH} levels`);
    if (isAlias(node)) throw new YamlProblem('Holds a YAML alias; write the value out in full');
    if (isScalar(node)) return scalar(node);
    if (isSeq(node)) return node.items.map((item) => plain(item, depth + 1));
    if (isMap(node)) return mapping(node, (value) => plain(value, depth + 1));
    return null;
  };
  return plain(root, 0);
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new YamlProblem('Is not encoded in UTF-8');
  }
}

/** Stops before the parser recurses: `[[[[…` and `- - - -…` cost it a stack frame and more each. */
function requireShallow(text: string): void {
  const deepFlow = /[[{](?:\s*[[{]){64}/.test(text);
  const deepBlock = /(?:[-?:] ){64}/.test(text);
  if (deepFlow || deepBlock) throw new YamlProblem(`Is nested deeper than ${MAX_DEPTH} levels`);
}

function scalar({ value }: Scalar): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new YamlProblem(`Holds a number JSON does not know: ${value}`);
  return value === undefined ? null : value;
}

function mapping(node: YAMLMap, plain: (node: unknown) => unknown): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const { key, value } of node.items) {
    const resolved = plain(key);
    if (typeof resolved === 'object' && resolved !== null) throw new YamlProblem('Holds a key that is no text');
    const name = String(resolved);
    if (name === '__proto__') throw new YamlProblem('Holds the key "__proto__", which is not accepted');
    if (Object.hasOwn(result, name)) throw new YamlProblem(`Holds the key ${JSON.stringify(name.slice(0, 80))} twice`);
    result[name] = plain(value);
  }
  return result;
}
