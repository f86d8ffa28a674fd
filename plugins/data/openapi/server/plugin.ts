import { defineServerPlugin, HttpResponse } from '@orrery/sdk/server';
import { ResourceService } from '../../rest/contract.ts';
import { createDocument } from './document/create-document.ts';
import { rememberText } from './remember-text.ts';

export default defineServerPlugin({
  requires: { resources: ResourceService },
  activate(ctx, { resources }) {
    ctx.permissions.declare([{ pair: ['can_get', 'OpenApi'], roles: ['Alpha', 'Gamma', 'sql_lab'] }]);
    const textOf = rememberText(() => JSON.stringify(createDocument(ctx.routes(), resources.definitions(), ctx.config.applicationRoot)));
    ctx.route({
      method: 'GET',
      path: '/api/v1/_openapi',
      permission: ['can_get', 'OpenApi'],
      handler: () => new HttpResponse({ headers: { 'content-type': 'application/json; charset=utf-8' }, body: textOf([...ctx.routes(), ...resources.definitions()]) }),
    });
  },
});
