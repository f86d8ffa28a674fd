/** The body of an answer: JSON when it says so, nothing for 204, text otherwise. */
export async function readAnswer(response: Response): Promise<unknown> {
  if (response.status === 204 || response.status === 205) return undefined;
  const body = await response.text();
  if (!/\bjson\b/.test(response.headers.get('content-type') ?? '')) return body;
  return body === '' ? undefined : (JSON.parse(body) as unknown);
}

/** Yields the JSON value of each line as it arrives; a last line without its end counts. */
export async function* readLines<T>(body: ReadableStream<Uint8Array>): AsyncGenerator<T> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest += value ? decoder.decode(value, { stream: true }) : decoder.decode();
      const lines = rest.split('\n');
      rest = done ? '' : (lines.pop() ?? '');
      for (const line of lines) if (line.trim() !== '') yield JSON.parse(line) as T;
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
