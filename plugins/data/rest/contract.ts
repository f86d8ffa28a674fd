import { createToken } from '@orrery/sdk';
import type { Disposable } from '@orrery/sdk';
import type { ResourceDefinition, ServerPluginContext } from '@orrery/sdk/server';

/** Server service: serves REST resources from their definitions, with the whole generic behaviour (contract §0.5, §2). */
export interface ResourceService {
  /**
   * Registers the routes of a resource through the caller's context, so that they belong to the caller and go with it.
   * Throws when the definition names fields it does not have, or a path is taken.
   */
  register(ctx: ServerPluginContext, definition: ResourceDefinition): Disposable;
}
export const ResourceService = createToken<ResourceService>('rest', 'ResourceService', 1);
