import { useEffect } from 'react';

/** Applies a dashboard's own CSS while it is shown, to nothing but the dashboard (DASH-009). A strict CSP allows constructed sheets. */
export function useDashboardCss(css: string | null | undefined): void {
  useEffect(() => {
    if (!css || typeof CSSStyleSheet === 'undefined' || !('replaceSync' in CSSStyleSheet.prototype)) return undefined;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`.dashboard-page { ${css} }`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    };
  }, [css]);
}
