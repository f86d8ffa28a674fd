import createDOMPurify from 'dompurify';
import MarkdownIt from 'markdown-it';

const markdown = new MarkdownIt({ html: true, linkify: true, breaks: true });
const purify = createDOMPurify(window);

// Links of a text somebody else wrote must neither replace the dashboard nor reach back to it.
purify.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName !== 'A' || !node.hasAttribute('href') || node.getAttribute('href')?.startsWith('#')) return;
  node.setAttribute('target', '_blank');
  node.setAttribute('rel', 'noopener noreferrer');
});

/** Markdown with HTML as sanitised HTML: no scripts, forms, frames or styles. */
export function renderMarkdown(text: string): string {
  return purify.sanitize(markdown.render(text), {
    USE_PROFILES: { html: true },
    FORBID_TAGS: ['style', 'form', 'input', 'button', 'textarea', 'select', 'iframe'],
    FORBID_ATTR: ['style', 'id', 'name'],
  });
}
