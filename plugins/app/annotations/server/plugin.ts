import { defineServerPlugin } from '@orrery/sdk/server';
import { AnnotationSource } from '../../../data/query/contract.ts';
import { ResourceService } from '../../../data/rest/contract.ts';
import { annotationLayerResource } from './annotation-layer-resource.ts';
import { annotationResource } from './annotation-resource.ts';
import { createAnnotationSource } from './create-annotation-source.ts';
import { migrations } from './tables.ts';

export default defineServerPlugin({
  requires: { resources: ResourceService },
  provides: { annotations: AnnotationSource },
  async activate(ctx, { resources }) {
    await ctx.metadata.migrate(migrations);
    ctx.permissions.declare([
      { pair: ['can_read', 'Annotation'], roles: ['Alpha'] },
      { pair: ['can_write', 'Annotation'], roles: ['Alpha'] },
    ]);
    resources.register(ctx, annotationLayerResource);
    resources.register(ctx, annotationResource);
    return { annotations: createAnnotationSource(ctx.metadata) };
  },
});
