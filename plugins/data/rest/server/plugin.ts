import { defineServerPlugin } from '@orrery/sdk/server';
import { ResourceService } from '../contract.ts';
import { createResourceService } from './resources/create-resource-service.ts';

export default defineServerPlugin({
  provides: { resources: ResourceService },
  activate: ({ metadata, permissions }) => ({ resources: createResourceService({ metadata, permissions }) }),
});
