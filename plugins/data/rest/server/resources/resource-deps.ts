import type { User } from '@orrery/sdk';
import type { HttpRequest, MetadataStore, ResourceContext, ResourceDefinition, ServerPermissions } from '@orrery/sdk/server';
import type { ResourceExtension } from '../../contract.ts';

/** Database of unknown tables, as resources see it. */
export type ResourceDb = ResourceContext['db'];

/** What the resource routes work with. */
export interface ResourceDeps {
  readonly metadata: MetadataStore;
  readonly permissions: Pick<ServerPermissions, 'can'>;
  /** A registered resource by its name. */
  resourceNamed(name: string): ResourceDefinition | undefined;
  /** What other plugins do after a resource is written. */
  extensionsOf(name: string): readonly ResourceExtension[];
  /** The resource that owns a table, whose visibility then binds lists of related rows. */
  resourceOf(table: string): ResourceDefinition | undefined;
}

/** The context of one request. */
export function createResourceContext(deps: ResourceDeps, request: Pick<HttpRequest, 'user' | 'origin'> & Partial<Pick<HttpRequest, 'query' | 'q'>>, db?: ResourceDb): ResourceContext {
  const user: User = request.user;
  return { user, db: db ?? deps.metadata.db(), now: Date.now(), origin: request.origin, query: request.query ?? {}, q: request.q };
}
