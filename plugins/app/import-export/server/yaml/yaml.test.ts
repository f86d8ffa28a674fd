import { HttpError } from '@orrery/sdk/server';
import { afterAll, describe, expect, it } from 'vitest';
import { createYamlThread } from './create-yaml-thread.ts';

const yaml = createYamlThread();
afterAll(() => yaml.dispose());

const read = (text: string | Buffer): Promise<unknown> => yaml.read('charts/x.yaml', Buffer.from(text));

async function refusal(text: string | Buffer): Promise<string> {
  const error = await read(text).then(() => undefined, (cause: unknown) => cause);
  expect(error).toBeInstanceOf(HttpError);
  const [first] = ((error as HttpError).body as { errors: readonly { message: string; extra: Record<string, unknown> }[] }).errors;
  expect(first?.extra).toHaveProperty(['charts/x.yaml']);
  return first?.message ?? '';
}

describe('[stack S7] YAML 1.1 as PyYAML means it', () => {
  it('reads plain scalars like PyYAML, not like the library', async () => {
    expect(await read('y: yes\nn: y\na: 08901\nb: 017\nc: 1e5\nd: 1.0e+5\ne: 1:30\nf: -.5\ng: .5\nh: ~\ni:\nj: 2024-01-01\nk: 0x1f\nl: 1_000\nm: off\n<<: 1')).toEqual({
      y: true, n: 'y', a: '08901', b: 15, c: '1e5', d: 100_000, e: 90, f: '-.5', g: 0.5, h: null, i: null, j: '2024-01-01', k: 31, l: 1000, m: false, '<<': 1,
    });
  });

  it('writes so that it reads back the same, key by key in order', async () => {
    const value = {
      y: 'yes', 'on': 'n', zip: '08901', time: '12:30', day: '2024-01-01', exp: '1e5', big: 1e21, small: 1e-7, empty: '', none: null, list: [], map: {}, nested: [{ a: [1, 'two'] }],
      text: 'one\n  two\n\nthree \n', tab: '\tx', nel: 'a\u0085b', sep: 'a\u2028b', equals: '=', merge: '<<', quote: 'it\'s "it"', jinja: '{{ x }}', long: 'word '.repeat(50), '<<': '*a', '5': 'five',
    };
    const text = await yaml.print(value);
    expect(await read(text)).toEqual(value);
    expect(text).toContain('list: []\nmap: {}\nnested:\n- a:\n  - 1\n  - two\n');
    // PyYAML needs the point, and would take these for something else unquoted.
    expect(text).toContain('big: 1.0e+21');
    expect(text).toContain("equals: \"=\"");
    expect(text).toContain('nel: "a\\u0085b"');
  });

  it.each([
    ['aliases', 'a: &x [1]\nb: *x', 'alias'],
    ['an alias bomb', `a: &a [x,x]\n${'bcdefgh'.split('').map((name, index) => `${name}: &${name} [${`*${'abcdefgh'[index]},`.repeat(9)}]`).join('\n')}`, 'alias'],
    ['unknown tags', 'a: !!python/object/apply:os.system [ls]', 'Not a valid YAML file'],
    ['local tags', 'a: !thing x', 'Not a valid YAML file'],
    ['binary tags', 'a: !!binary aGVsbG8=', 'Not a valid YAML file'],
    ['duplicate keys', 'a: 1\na: 2', 'twice'],
    ['prototype keys', '__proto__: {admin: true}', '__proto__'],
    ['lists as keys', '? [a]\n: b', 'key'],
    ['several documents', 'a: 1\n---\nb: 2', 'Not a valid YAML file'],
    ['broken syntax', 'a: [1', 'Not a valid YAML file'],
    ['numbers JSON has not', 'a: .nan', 'number'],
    ['deep flow nesting', `a: ${'['.repeat(5000)}${']'.repeat(5000)}`, 'nested deeper'],
    ['deep flow nesting in disguise', `a: ${'[x,'.repeat(50_000)}`, ''],
    ['deep block nesting', `${'- '.repeat(5000)}x`, 'nested deeper'],
    ['deep indentation', Array.from({ length: 500 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n'), 'nested deeper'],
  ])('refuses %s', async (_what, text, message) => {
    expect(await refusal(text)).toContain(message);
  });

  it('refuses bytes that are no UTF-8', async () => {
    expect(await refusal(Buffer.from([0x61, 0x3a, 0x20, 0xff, 0xfe]))).toContain('UTF-8');
  });

  it('keeps harmless names of Object.prototype as plain keys', async () => {
    const value = (await read('constructor: 1\ntoString: 2')) as Record<string, unknown>;
    expect(Object.keys(value)).toEqual(['constructor', 'toString']);
  });

  it('[speed] leaves the event loop to others, and gives up what takes too long', async () => {
    const large = Array.from({ length: 60_000 }, (_, index) => `key_${index}: 1`).join('\n');
    let longest = 0;
    let last = performance.now();
    const pulse = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 5);
    expect(Object.keys((await read(large)) as object)).toHaveLength(60_000);
    clearInterval(pulse);
    // The map itself is copied over in one go; the machine may be busy.
    expect(longest).toBeLessThan(300);

    const hurried = createYamlThread(1);
    await expect(hurried.read('x.yaml', Buffer.from(large))).rejects.toThrow('too complex');
    hurried.dispose();
  });
});
