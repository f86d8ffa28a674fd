import MarkdownIt from 'markdown-it';

const markdown = new MarkdownIt({ html: false, linkify: true });

/** Descriptions as HTML; HTML in the source is shown as text, so the result is safe to place. */
export function renderMarkdown(text: string | null): string {
  return text ? markdown.render(text) : '';
}
