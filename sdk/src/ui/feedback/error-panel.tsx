import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { Button } from '../actions/button.tsx';
import { Icon } from '../icons/icon.tsx';
import { Disclosure } from '../layout/disclosure.tsx';
import { useUiText } from '../texts/ui-texts.ts';

/** @public */
export interface ErrorPanelProps {
  /** Default "Something went wrong". */
  readonly title?: string;
  /** What is wrong and what to do, in the user's terms. */
  readonly message: ReactNode;
  /** For those who ask; behind "Details". */
  readonly detail?: string;
  onRetry?(): void;
  readonly actions?: ReactNode;
  readonly className?: string;
}

/** @public */
export function ErrorPanel({ title, message, detail, onRetry, actions, className }: ErrorPanelProps): ReactNode {
  const text = useUiText();
  return (
    <div role="alert" className={cx('o-error', className)}>
      <Icon name="error" size={20} className="o-error__icon" />
      <div className="o-error__body">
        <p className="o-error__title">{title ?? text('error')}</p>
        <div className="o-error__message">{message}</div>
        {detail && (
          <Disclosure title={text('details')}>
            {/* Scrollable, so it takes the focus. */}
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
            <pre className="o-error__detail" tabIndex={0}>
              {detail}
            </pre>
          </Disclosure>
        )}
        {(onRetry || actions) && (
          <div className="o-error__actions">
            {onRetry && (
              <Button icon="refresh" size="small" onClick={() => onRetry()}>
                {text('retry')}
              </Button>
            )}
            {actions}
          </div>
        )}
      </div>
    </div>
  );
}
