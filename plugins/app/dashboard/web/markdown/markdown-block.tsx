import { useMemo } from 'react';
import type { DashboardComponentProps } from '../../contract.ts';
import { renderMarkdown } from './render-markdown.ts';

/** A text on a dashboard. */
export function MarkdownBlock({ meta }: DashboardComponentProps) {
  const code = typeof meta['code'] === 'string' ? meta['code'] : '';
  const html = useMemo(() => renderMarkdown(code), [code]);
  // Focusable, so that the keyboard can scroll a text longer than its box. The HTML is sanitised by DOMPurify.
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  return <div className="dashboard-markdown" tabIndex={0} dangerouslySetInnerHTML={{ __html: html }} />;
}
