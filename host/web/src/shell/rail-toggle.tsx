import { useState } from 'react';
import type { ReactNode } from 'react';
import { IconButton } from '@orrery/sdk/ui';
import { useKernel } from '../kernel-context.ts';

/** Narrows the rail to its icons; the boot script restores the choice before the first paint. */
export function RailToggle(): ReactNode {
  const { ctx } = useKernel();
  const [isCollapsed, setCollapsed] = useState(() => document.documentElement.dataset['rail'] === 'collapsed');
  const toggle = () => {
    const next = !isCollapsed;
    setCollapsed(next);
    if (next) document.documentElement.dataset['rail'] = 'collapsed';
    else delete document.documentElement.dataset['rail'];
    ctx.storage.set('rail', next ? 'collapsed' : 'open');
  };
  const label = ctx.i18n.t(isCollapsed ? 'shell.rail.expand' : 'shell.rail.collapse');
  return <IconButton icon={isCollapsed ? 'chevron-right' : 'chevron-left'} label={label} aria-expanded={!isCollapsed} onClick={toggle} />;
}
