import type { PageRequest, ServerKernel } from '@orrery/kernel/server';
import { PageCookies } from '@orrery/sdk/server';

/** Cookies plugins send with a page. A plugin that fails is reported and passed over: the page must come. */
export async function pageCookies(kernel: ServerKernel, { user, headers, origin }: PageRequest): Promise<readonly string[]> {
  const { points } = kernel.runtime;
  const given = await Promise.all(
    points.entries(PageCookies).map(async ({ key, pluginId }) => {
      try {
        return await (await points.load(PageCookies, key))({ user, headers, origin });
      } catch (error) {
        kernel.runtime.fault(pluginId, error, 'page-cookies');
        return [];
      }
    }),
  );
  return given.flat();
}
