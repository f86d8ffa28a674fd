import type { ReactNode } from 'react';

/** Text for assistive technology alone. @public */
export function VisuallyHidden({ children }: { readonly children?: ReactNode }): ReactNode {
  return <span className="o-visually-hidden">{children}</span>;
}
