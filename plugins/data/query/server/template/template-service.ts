import type { User } from '@orrery/sdk';
import { HttpError, sip40 } from '@orrery/sdk/server';
import type { TemplateService } from '../../contract.ts';
import { isObject } from '../context/problems.ts';
import { QueryError } from '../query-error.ts';
import type { QueryPlanner } from '../run/query-planner.ts';
import type { RulesFor } from '../security/row-rules.ts';
import { TimeRangeError } from '../time/time-range-error.ts';
import type { TemplateValue } from './python-text.ts';
import { TemplateError } from './render-template.ts';
import { isTemplate } from './rewrite-template.ts';
import { formDataFilters, formDataTimeRange } from './template-filters.ts';

function refusal(error: unknown, template: string): unknown {
  if (error instanceof HttpError || !(error instanceof QueryError || error instanceof TimeRangeError)) return error;
  const isOurs = error instanceof TemplateError;
  return sip40(422, 'GENERIC_COMMAND_ERROR', `Jinja2 template error (${isOurs && error.isSyntax ? 'TemplateSyntaxError' : 'TemplateError'}): ${error.message}`, {
    issueCodes: [{ code: 1010, message: 'Issue 1010 - The command failed.' }],
    extra: { template: template.slice(0, 500), line: isOurs ? error.line : null, exception_type: isOurs && error.isSyntax ? 'TemplateSyntaxError' : 'TemplateError' },
  });
}

/** The templates of other plugins, such as SQL Lab's statements. */
export function createTemplateService(planner: QueryPlanner, rulesFor: RulesFor, isEnabled: boolean, now: () => number = Date.now): TemplateService {
  return {
    async render(text, { user, dialect, dataset, formData = {}, variables = {} }) {
      if (!isEnabled || !isTemplate(text)) return { text, undefinedNames: [], cacheKeys: [] };
      try {
        const rendered = await planner.render(text, {
          user: user as User,
          dialect,
          dataset,
          formData,
          urlParams: [isObject(formData['url_params']) ? formData['url_params'] : {}],
          filters: formDataFilters(formData),
          timeRange: formDataTimeRange(formData),
          variables: JSON.parse(JSON.stringify(variables)) as Record<string, TemplateValue>,
          rules: dataset ? await rulesFor(user, dataset) : [],
          now: now(),
          depth: 0,
        });
        return { text: rendered.text, undefinedNames: rendered.undefinedNames, cacheKeys: rendered.cacheKeys.map((key) => JSON.stringify(key ?? null)) };
      } catch (error) {
        throw refusal(error, text);
      }
    },
  };
}
