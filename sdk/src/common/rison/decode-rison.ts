const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE]-?\d+)?$/;
const BARE_START = /^[^-0-9]/;
const JSON_START = /^[[{"]/;
const RESERVED = " '!:(),*@$";
/** Deeper nesting than any client sends; guards the stack against hostile input. */
const MAX_DEPTH = 200;

/** Decodes Rison (contract §2.1). Throws SyntaxError with the position of the fault. @public */
export function decodeRison(text: string): unknown {
  const reader = new RisonReader(text);
  const value = reader.value(0);
  reader.end();
  return value;
}

class RisonReader {
  private at = 0;
  constructor(private readonly text: string) {}

  value(depth: number): unknown {
    if (depth > MAX_DEPTH) this.fail('nesting too deep');
    const char = this.text[this.at];
    if (char === undefined) this.fail('unexpected end');
    if (char === '(') return this.object(depth);
    if (char === "'") return this.quoted();
    if (char === '!') return this.special(depth);
    return this.bare(depth);
  }

  end(): void {
    if (this.at !== this.text.length) this.fail('unexpected text after the value');
  }

  private object(depth: number): Record<string, unknown> {
    this.at += 1;
    const entries: [string, unknown][] = [];
    while (this.text[this.at] !== ')') {
      if (entries.length > 0) this.expect(',');
      const key = this.text[this.at] === "'" ? this.quoted() : this.bareText();
      this.expect(':');
      entries.push([key, this.value(depth + 1)]);
    }
    this.at += 1;
    return Object.fromEntries(entries);
  }

  private special(depth: number): unknown {
    const kind = this.text[this.at + 1];
    this.at += 2;
    if (kind === 't') return true;
    if (kind === 'f') return false;
    if (kind === 'n') return null;
    if (kind !== '(') this.fail('unknown special after "!"');
    const items: unknown[] = [];
    while (this.text[this.at] !== ')') {
      if (items.length > 0) this.expect(',');
      items.push(this.value(depth + 1));
    }
    this.at += 1;
    return items;
  }

  private quoted(): string {
    this.at += 1;
    let out = '';
    for (;;) {
      const char = this.text[this.at];
      if (char === undefined) this.fail('unterminated string');
      this.at += 1;
      if (char === "'") return out;
      if (char !== '!') out += char;
      else {
        const escaped = this.text[this.at];
        if (escaped !== "'" && escaped !== '!') this.fail('invalid escape in a string');
        out += escaped;
        this.at += 1;
      }
    }
  }

  private bare(depth: number): string | number {
    const text = this.bareText();
    if (NUMBER.test(text)) return Number(text);
    // JSON text must not pass for a bare word: callers fall back to reading it as JSON. Inside Rison it is a word like any other.
    if (!BARE_START.test(text) || (depth === 0 && JSON_START.test(text))) this.fail(`"${text}" is neither a number nor a bare word`);
    return text;
  }

  private bareText(): string {
    const start = this.at;
    while (this.at < this.text.length && !RESERVED.includes(this.text.charAt(this.at))) this.at += 1;
    if (this.at === start) this.fail('a value was expected');
    return this.text.slice(start, this.at);
  }

  private expect(char: string): void {
    if (this.text[this.at] !== char) this.fail(`"${char}" was expected`);
    this.at += 1;
  }

  private fail(reason: string): never {
    throw new SyntaxError(`Invalid Rison at position ${this.at}: ${reason}`);
  }
}
