import type { APIRequestContext } from 'playwright';

const TIMEOUT_MS = 180_000;

/** Waits until the example data is there; rejects when loading failed. `request` carries a sign-in. */
export async function waitForExamples(request: APIRequestContext, url: string): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS;
  for (;;) {
    const answer = await request.get(`${url}/api/v1/examples/progress`);
    const progress = (await answer.json()) as { status?: string };
    if (progress.status === 'done') return;
    if (!answer.ok() || progress.status === 'failed' || Date.now() > deadline) throw new Error(`The example data did not load: ${JSON.stringify(progress)}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
