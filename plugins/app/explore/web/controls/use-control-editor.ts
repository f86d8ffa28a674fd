import { useEffect, useState } from 'react';
import type { ComponentType } from 'react';
import { usePlugin } from '@orrery/sdk/web';
import { Controls } from '../../contract.ts';
import type { ControlProps } from '../../contract.ts';
import { EDITORS } from '../editors/editors.ts';

/** The editor of a control type: `undefined` while it loads, `null` when nobody has one. */
export function useControlEditor(type: string): ComponentType<ControlProps> | null | undefined {
  const { points } = usePlugin();
  const builtIn = EDITORS[type];
  const [loaded, setLoaded] = useState<{ type: string; Editor: ComponentType<ControlProps> | null }>();
  useEffect(() => {
    if (builtIn) return undefined;
    let isLive = true;
    const keep = (Editor: ComponentType<ControlProps> | null) => isLive && setLoaded({ type, Editor });
    points
      .load(Controls, type)
      .then((code) => code.load())
      .then(keep, () => keep(null));
    return () => {
      isLive = false;
    };
  }, [builtIn, points, type]);
  return builtIn ?? (loaded?.type === type ? loaded.Editor : undefined);
}
