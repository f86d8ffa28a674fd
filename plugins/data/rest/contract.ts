import { createToken } from '@orrery/sdk';
import type { Disposable } from '@orrery/sdk';
import type { CustomOperator, ResourceContext, ResourceDefinition, ResourceField, ServerPluginContext } from '@orrery/sdk/server';

/** What one plugin adds to another's resource, e.g. tags to charts. It holds while the plugin is active. */
export interface ResourceExtension {
  /** Fields of the same name are replaced. */
  readonly fields: Readonly<Record<string, ResourceField>>;
  /** Answered in lists; they replace list columns of the fields given here. */
  readonly listColumns?: readonly string[];
  /** Answered in the detail, also where the resource makes that itself. */
  readonly showColumns?: readonly string[];
  readonly searchColumns?: readonly string[];
  readonly operators?: Readonly<Record<string, Readonly<Record<string, CustomOperator>>>>;
  /** Runs in the transaction of every create and update, with the body as it came. Throw HttpError to refuse. */
  didWrite?(id: number, input: Readonly<Record<string, unknown>>, context: ResourceContext): void | Promise<void>;
}

/** Server service: serves REST resources from their definitions, with the whole generic behaviour (contract §0.5, §2). */
export interface ResourceService {
  /**
   * Registers the routes of a resource through the caller's context, so that they belong to the caller and go with it.
   * Throws when the definition names fields it does not have, or a path is taken.
   */
  register(ctx: ServerPluginContext, definition: ResourceDefinition): Disposable;
  /** Adds to a resource of another plugin, registered already or later. */
  extend(ctx: ServerPluginContext, name: string, extension: ResourceExtension): Disposable;
  /** All resources as they are served now, with what others add; the same objects until something changes. */
  definitions(): readonly ResourceDefinition[];
  /** Of the ids in a resource's table, those the caller may see or change. Empty for tables no resource owns. Inside a transaction give its `db`. */
  accessible(table: string, ids: readonly number[], action: 'see' | 'change', caller: Pick<ResourceContext, 'user' | 'origin'> & Partial<Pick<ResourceContext, 'db'>>): Promise<ReadonlySet<number>>;
}
export const ResourceService = createToken<ResourceService>('rest', 'ResourceService', 1);

export { anyText } from './server/resources/any-text.ts';
export { isTooDeep } from './server/resources/json-depth.ts';
export { requireJsonText } from './server/resources/require-json-text.ts';
