import type { OpenApiParameter } from './openapi-types.ts';

/** A path as OpenAPI writes it, its parameters, and what tells it from others however its parameters are called. */
export interface DescribedPath {
  readonly template: string;
  readonly names: readonly string[];
  readonly shape: string;
}

/** `/api/v1/chart/:pk` → `/api/v1/chart/{pk}`; undefined for paths that take any rest, which OpenAPI cannot say. */
export function describePath(path: string): DescribedPath | undefined {
  if (path.includes('*')) return undefined;
  const names: string[] = [];
  const template = path.replace(/:([^/]+)/g, (_all, name: string) => {
    names.push(name);
    return `{${name}}`;
  });
  return { template, names, shape: template.replace(/\{[^}]*\}/g, '{}').replace(/(.)\/$/, '$1') };
}

/** A parameter in the path; the number of an object may also be a uuid or a slug, so it stays a text. */
export function pathParameter(name: string): OpenApiParameter {
  return { in: 'path', name, required: true, schema: { type: 'string' } };
}
