const MEMORY_SECTION = 5;
const PREAMBLE = 8;

function readNumber(bytes: Uint8Array, start: number): readonly [value: number, next: number] {
  let [value, shift, at] = [0, 0, start];
  for (;;) {
    const byte = bytes[at++] ?? 0;
    value |= (byte & 127) << shift;
    if ((byte & 128) === 0) return [value >>> 0, at];
    shift += 7;
  }
}

function writeNumber(number: number): number[] {
  const bytes: number[] = [];
  for (let rest = number; ; ) {
    const low = rest & 127;
    rest >>>= 7;
    bytes.push(rest > 0 ? low | 128 : low);
    if (rest === 0) return bytes;
  }
}

/** A WebAssembly binary whose one memory may grow to `maxPages` pages of 64 KiB and no further; growing beyond fails as if the machine had no more. */
export function boundMemory(binary: Uint8Array, maxPages: number): Uint8Array<ArrayBuffer> {
  for (let at = PREAMBLE; at < binary.length; ) {
    const [size, body] = readNumber(binary, at + 1);
    if (binary[at] === MEMORY_SECTION) {
      const [count, flags] = readNumber(binary, body);
      if (count !== 1) throw new Error('The template engine has more than one memory.');
      const [minPages] = readNumber(binary, flags + 1);
      const section = [...writeNumber(1), 1, ...writeNumber(minPages), ...writeNumber(maxPages)];
      return new Uint8Array(Buffer.concat([binary.subarray(0, at), Buffer.from([MEMORY_SECTION, ...writeNumber(section.length), ...section]), binary.subarray(body + size)]));
    }
    at = body + size;
  }
  throw new Error('The template engine has no memory section.');
}
