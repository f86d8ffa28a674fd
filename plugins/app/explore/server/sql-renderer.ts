import type { DatabaseService } from '../../database/contract.ts';
import type { SqlRenderer } from '../../dataset/contract.ts';
import type { TemplateService } from '../../../data/query/contract.ts';

/**
 * Renders templates of datasets for those who look at their SQL. It stands here because the template service needs datasets itself,
 * so that the dataset plugin cannot ask for it; Explore needs both.
 */
export function sqlRenderer(databases: DatabaseService, templates: TemplateService | undefined): SqlRenderer {
  return async (text, dataset, user) => {
    const dialect = templates && (await databases.dialect(dataset.database.backend));
    return templates && dialect ? (await templates.render(text, { user, dialect, dataset })).text : text;
  };
}
