import { useEffect, useState } from 'react';
import { usePlugin } from '@orrery/sdk/web';

const NONE: ReadonlySet<string> = new Set();

/** The caller's permissions on a resource by `_info` (census GEN-02); none until known or when the call fails. @public */
export function useListInfo(resource: string): ReadonlySet<string> {
  const { api } = usePlugin();
  const [permissions, setPermissions] = useState(NONE);
  useEffect(() => {
    const abort = new AbortController();
    api.get<{ permissions?: readonly string[] }>(`/api/v1/${resource}/_info`, { q: { keys: ['permissions'] }, signal: abort.signal }).then(
      (info) => !abort.signal.aborted && setPermissions(new Set(info.permissions)),
      () => undefined,
    );
    return () => abort.abort();
  }, [api, resource]);
  return permissions;
}
