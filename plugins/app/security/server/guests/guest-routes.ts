import type { JsonSchema } from '@orrery/sdk';
import { HttpError } from '@orrery/sdk/server';
import type { RouteDefinition, ServerPluginContext } from '@orrery/sdk/server';
import { GuestResources } from '../../contract.ts';
import { createCallBudget } from '../access/call-budget.ts';
import { clauseProblem } from '../row-rules/check-clause.ts';
import type { GuestTokenContent, GuestTokens } from './guest-tokens.ts';

interface Body {
  readonly user?: GuestTokenContent['user'];
  readonly resources: readonly { readonly type: string; readonly id: string | number }[];
  readonly rls: readonly { readonly dataset?: number | null; readonly clause: string }[];
}

/** Without the setting `GUEST_TOKENS_PER_MINUTE`. A page asks for one each five minutes: enough for some ten thousand open pages of one caller. */
const TOKENS_PER_MINUTE = 3000;

const text: JsonSchema = { type: 'string', maxLength: 250 };
const body: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['resources', 'rls'],
  properties: {
    user: { type: 'object', additionalProperties: false, properties: { username: text, first_name: text, last_name: text } },
    resources: {
      type: 'array', maxItems: 100,
      items: { type: 'object', additionalProperties: false, required: ['type', 'id'], properties: { type: text, id: { type: ['string', 'integer'] } } },
    },
    rls: {
      type: 'array', maxItems: 100,
      items: { type: 'object', additionalProperties: false, required: ['clause'], properties: { dataset: { type: ['integer', 'null'] }, clause: { type: 'string', maxLength: 10_000 } } },
    },
  },
};

async function requireResource(ctx: ServerPluginContext, type: string, id: string): Promise<void> {
  const isKnown = (await ctx.points.loadAll(GuestResources)).some(({ value }) => value.type === type);
  if (!isKnown) throw new HttpError(400, { message: { resources: [`Unknown type: ${type}`] } });
  const kind = await ctx.points.load(GuestResources, type);
  if (!(await kind.exists(id))) throw new HttpError(400, `The ${type} ${id} does not exist or is not embedded`);
}

/** `POST /api/v1/security/guest_token/` (contract §1.9). */
export function guestRoutes(ctx: ServerPluginContext, tokens: GuestTokens): readonly RouteDefinition[] {
  const { GUEST_TOKENS_PER_MINUTE: limit } = ctx.config.conf;
  const budget = createCallBudget(typeof limit === 'number' && limit >= 1 ? limit : TOKENS_PER_MINUTE, 60_000);
  return [
    {
      method: 'POST',
      path: '/api/v1/security/guest_token/',
      permission: ['can_grant_guest_token', 'SecurityRestApi'],
      body,
      async handler(request) {
        const { user = {}, resources, rls } = request.body as Body;
        budget.spend(`${request.user.id ?? request.ip}`);
        rls.forEach(({ clause }, at) => {
          const problem = clauseProblem(clause);
          if (problem) throw new HttpError(400, { message: { [`rls.${at}.clause`]: [problem] } });
        });
        for (const { type, id } of resources) await requireResource(ctx, type, String(id));
        const token = await tokens.issue({
          user,
          resources: resources.map(({ type, id }) => ({ type, id: String(id) })),
          rules: rls.map(({ dataset, clause }) => (typeof dataset === 'number' ? { dataset, clause } : { clause })),
        });
        return { token };
      },
    },
  ];
}
