import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import type { IconName } from './icon-paths.ts';
import { ICON_PATHS } from './icon-paths.ts';

/** @public */
export interface IconProps {
  /** A name of the set; an unknown one (from a manifest) draws the plugin icon. */
  readonly name: IconName | (string & {});
  /** Pixels; default 16. */
  readonly size?: number;
  readonly className?: string;
}

const FILLED: ReadonlySet<string> = new Set(['star-filled', 'play', 'stop']);

/** A decorative line icon in the text's colour; what it means must be said in text beside it. @public */
export function Icon({ name, size = 16, className }: IconProps): ReactNode {
  const path = (ICON_PATHS as Readonly<Record<string, string>>)[name] ?? ICON_PATHS.plugin;
  return (
    <svg className={cx('o-icon', FILLED.has(name) && 'o-icon--filled', className)} viewBox="0 0 24 24" width={size} height={size} aria-hidden="true" focusable="false">
      <path d={path} />
    </svg>
  );
}
