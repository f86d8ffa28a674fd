import type { ComponentPropsWithRef, ReactNode } from 'react';
import { cx } from '../cx.ts';

/** @public */
export interface CardProps extends Omit<ComponentPropsWithRef<'div'>, 'children'> {
  readonly header?: ReactNode;
  readonly footer?: ReactNode;
  readonly children?: ReactNode;
}

/** A surface with a hairline. @public */
export function Card({ header, footer, className, children, ...rest }: CardProps): ReactNode {
  return (
    <div {...rest} className={cx('o-card', className)}>
      {header && <div className="o-card__header">{header}</div>}
      <div className="o-card__body">{children}</div>
      {footer && <div className="o-card__footer">{footer}</div>}
    </div>
  );
}
