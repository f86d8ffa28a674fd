import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

/** @public */
export interface SkeletonProps {
  /** CSS length or pixels; default 100 %. */
  readonly width?: string | number;
  readonly height?: string | number;
  /** Lines of text instead of a box. */
  readonly lines?: number;
  readonly className?: string;
}

/** Keeps the place of what is coming; silent for assistive technology, so announce loading once elsewhere. @public */
export function Skeleton({ width, height, lines = 1, className }: SkeletonProps): ReactNode {
  return (
    <span aria-hidden="true" className={cx('o-skeleton-group', className)}>
      {Array.from({ length: lines }, (_, at) => (
        <span key={at} className="o-skeleton" style={{ inlineSize: at === lines - 1 && lines > 1 ? '60%' : width, blockSize: height }} />
      ))}
    </span>
  );
}
