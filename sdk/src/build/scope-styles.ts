/** At-rules that are global by nature and not allowed inside `@scope`. */
const HOISTED = /^@(?:keyframes|font-face|property|import|charset|namespace|layer\s)/;

/**
 * Confines a plugin's style sheet to what the plugin draws: a cascade layer below the shell's, and a scope on the
 * `data-plugin` attribute every contribution is drawn under.
 * @public
 */
export function scopeStyles(css: string, pluginId: string): string {
  const hoisted: string[] = [];
  const scoped: string[] = [];
  for (const rule of topLevelRules(css)) (HOISTED.test(rule) ? hoisted : scoped).push(rule);
  const body = scoped.join('\n');
  return `${hoisted.join('\n')}@layer orrery.plugins{@scope ([data-plugin="${pluginId}"]){${body}}}\n`;
}

function topLevelRules(css: string): string[] {
  const text = css.replace(/\/\*[\s\S]*?\*\//g, '');
  const rules: string[] = [];
  let depth = 0;
  let start = 0;
  let quote = '';
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (quote) {
      if (char === '\\') at += 1;
      else if (char === quote) quote = '';
    } else if (char === '"' || char === "'") quote = char;
    else if (char === '{') depth += 1;
    else if (char === '}' || (char === ';' && depth === 0)) {
      if (char === '}') depth -= 1;
      if (depth === 0) {
        rules.push(text.slice(start, at + 1).trim());
        start = at + 1;
      }
    }
  }
  const rest = text.slice(start).trim();
  return rest ? [...rules, rest] : rules;
}
