import { useEffect, useState } from 'react';
import type { Contribution } from '@orrery/sdk';
import { Settings, usePlugin } from '@orrery/sdk/web';
import type { SettingsCode, SettingsContribution } from '@orrery/sdk/web';

/** The editor a plugin brings for a group; undefined until it is there, and for groups without one. */
export function useEditor({ key, value }: Contribution<SettingsContribution>): { readonly Editor?: SettingsCode['Editor']; readonly error?: unknown } {
  const { points } = usePlugin();
  const [state, setState] = useState<{ readonly Editor?: SettingsCode['Editor']; readonly error?: unknown }>({});
  useEffect(() => {
    if (!value.editor) return;
    let isLive = true;
    points.load(Settings, key).then(
      ({ Editor }) => isLive && setState({ Editor }),
      (error: unknown) => isLive && setState({ error }),
    );
    return () => {
      isLive = false;
    };
  }, [points, key, value.editor]);
  return state;
}
