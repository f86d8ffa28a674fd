import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { IconButton } from '../actions/icon-button.tsx';
import { useUiText } from '../texts/ui-texts.ts';

/** @public */
export interface TagProps {
  readonly label: string;
  onRemove?(): void;
  readonly className?: string;
}

/** A chosen value, removable when `onRemove` is given. @public */
export function Tag({ label, onRemove, className }: TagProps): ReactNode {
  const text = useUiText();
  return (
    <span className={cx('o-tag', className)}>
      <span className="o-tag__label" title={label}>
        {label}
      </span>
      {onRemove && <IconButton icon="close" size="small" label={text('remove', { label })} className="o-tag__remove" onClick={() => onRemove()} />}
    </span>
  );
}
