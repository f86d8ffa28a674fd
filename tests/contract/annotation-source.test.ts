import { afterAll, beforeAll, expect, it } from 'vitest';
import { defineServerPlugin } from '@orrery/sdk/server';
import { fakePlugin, startTestKernel } from '../../kernel/server/testing/start-test-kernel.ts';
import type { TestKernel } from '../../kernel/server/testing/start-test-kernel.ts';
import { AnnotationSource } from '../../plugins/data/query/contract.ts';
import restPlugin from '../../plugins/data/rest/server/plugin.ts';
import annotationsPlugin from '../../plugins/app/annotations/server/plugin.ts';

let source: AnnotationSource | undefined;
// As the query plugin does: the token is its own, the one who offers it comes first by an optional dependency.
const asker = fakePlugin({ id: 'asker', optionalDependencies: { annotations: '^0.1.0' } }, defineServerPlugin({
  optional: { annotations: AnnotationSource },
  activate(_ctx, services) {
    source = services.annotations;
  },
}));
let test: TestKernel;
beforeAll(async () => {
  test = await startTestKernel({ plugins: [asker, fakePlugin({ id: 'annotations', version: '0.1.0', dependencies: { rest: '^0.1.0' } }, annotationsPlugin), fakePlugin({ id: 'rest', version: '0.1.0' }, restPlugin)] });
  await test.addUser('ann', 'Alpha');
}, 30_000);
afterAll(() => test.close());

it('[contract §3.6] gives charts all annotations of a layer, in order of time, as epoch ms', async () => {
  const ann = test.client();
  await ann.login('ann');
  const make = async (path: string, json: unknown): Promise<number> => ((await ann.request('POST', path, { json })).json as { id: number }).id;
  const layer = await make('/api/v1/annotation_layer/', { name: 'L' });
  await make(`/api/v1/annotation_layer/${layer}/annotation/`, { short_descr: 'late', start_dttm: '2024-02-01T00:00:00Z', end_dttm: '2024-02-02' });
  await make(`/api/v1/annotation_layer/${layer}/annotation/`, { short_descr: 'early', long_descr: 'why', start_dttm: '2024-01-01T01:00:00+01:00', end_dttm: '2024-01-01', json_metadata: '{"a":1}' });
  expect(await source?.records(layer)).toEqual([
    { start_dttm: Date.UTC(2024, 0, 1), end_dttm: Date.UTC(2024, 0, 1), short_descr: 'early', long_descr: 'why', json_metadata: '{"a":1}' },
    { start_dttm: Date.UTC(2024, 1, 1), end_dttm: Date.UTC(2024, 1, 2), short_descr: 'late', long_descr: null, json_metadata: null },
  ]);
  expect(await source?.records(4711)).toEqual([]);
});
