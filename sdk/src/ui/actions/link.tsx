import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react';
import type { RouteRef } from '@orrery/sdk/web';
import { usePlugin } from '@orrery/sdk/web';
import { cx } from '../cx.ts';

type AnchorProps = Omit<ComponentPropsWithRef<'a'>, 'href' | 'children'>;

/** A link to a route by reference. @public */
export interface RouteLinkProps<P extends Record<string, string | number>> extends AnchorProps {
  readonly route: RouteRef<P>;
  readonly params?: P;
  readonly search?: Readonly<Record<string, string | number | undefined>>;
  readonly path?: undefined;
  readonly children?: ReactNode;
}

/** A link to a path under the application root, as the server answers them. @public */
export interface PathLinkProps extends AnchorProps {
  readonly path: string;
  readonly route?: undefined;
  readonly children?: ReactNode;
}

/** @public */
export type LinkProps<P extends Record<string, string | number> = Record<string, string | number>> = RouteLinkProps<P> | PathLinkProps;

/** True when the browser should follow the link itself: new tab, new window, download. */
function isForBrowser(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { target } = event.currentTarget;
  return event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || (target !== '' && target !== '_self');
}

/** A real link with client-side navigation. A route nobody offers is drawn as text. @public */
export function Link<P extends Record<string, string | number>>(props: LinkProps<P>): ReactNode {
  const { router, api } = usePlugin();
  if (props.path !== undefined) {
    const { path, route: _route, className, children, onClick, ...rest } = props;
    const handleClick = (event: MouseEvent<HTMLAnchorElement>): void => {
      onClick?.(event);
      if (isForBrowser(event)) return;
      event.preventDefault();
      router.navigateTo(path);
    };
    return (
      <a {...rest} href={api.url(path)} className={cx('o-link', className)} onClick={handleClick}>
        {children}
      </a>
    );
  }
  const { route, params, search, path: _path, className, children, onClick, ...rest } = props;
  const href = router.href(route, params, { search });
  if (href === undefined) return <span className={className}>{children}</span>;
  const handleClick = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    if (isForBrowser(event)) return;
    event.preventDefault();
    router.navigate(route, params, { search });
  };
  return (
    <a {...rest} href={href} className={cx('o-link', className)} onClick={handleClick}>
      {children}
    </a>
  );
}
