import type { ChartDataResult, Dataset, FormData } from '@orrery/sdk';
import type { VizType } from '@orrery/sdk/viz';
import { VizTypes } from '@orrery/sdk/viz';
import { definePlugin } from '@orrery/sdk/web';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { DEFAULT_TOKENS } from '@orrery/sdk/web';
import type { TestHost } from '../host/create-test-host.tsx';
import { createTestHost } from '../host/create-test-host.tsx';
import type { VizRequest } from '../viz/render-viz.tsx';
import { chartProps } from '../viz/render-viz.tsx';
import { checkControlPanel } from './check-control-panel.ts';
import { deepFreeze } from './deep-freeze.ts';
import type { SampleColumn, SampleKind } from './sample-results.ts';
import { SAMPLE_KINDS, sampleResult } from './sample-results.ts';

/** What the suite needs to know of a viz type. */
export interface VizConformanceOptions {
  /** A usual chart. */
  readonly formData: FormData;
  /** Columns of the answer to its query, after post-processing. */
  readonly columns: readonly SampleColumn[];
  readonly dataset?: Dataset;
  readonly messages?: Readonly<Record<string, string>>;
  /** Results where columns alone do not say enough, e.g. when the queries of the context differ. */
  readonly results?: (kind: SampleKind) => readonly ChartDataResult[];
}

/** What a description must never show: values that went astray on the way into a text. */
const ASTRAY = /undefined|NaN|\[object|Invalid Date/;

/** Registers the tests every viz type has to pass; call it at the top level of a test file in jsdom. */
export function conformVizType<P extends object>(viz: VizType<P>, manifest: object, options: VizConformanceOptions): void {
  const { formData, columns, dataset, messages } = options;
  const id = (manifest as { id: string }).id;
  const type = formData.viz_type;
  const context = () => viz.buildQuery(deepFreeze(structuredClone(formData)), { dataset });
  const resultsOf = options.results ?? ((kind) => context().queries.map(() => sampleResult(columns, kind)));
  const request = (kind: SampleKind, rest: Partial<VizRequest> = {}): VizRequest => ({ formData, dataset, results: resultsOf(kind), ...rest });
  const transform = (kind: SampleKind, scheme: 'light' | 'dark' = 'light'): P =>
    viz.transformProps(chartProps(deepFreeze(structuredClone(request(kind))), DEFAULT_TOKENS[scheme]));

  describe(`${type} conforms`, () => {
    let host: TestHost;
    const complaints: string[] = [];
    beforeAll(async () => {
      const plugin = definePlugin({ activate: (ctx) => void ctx.contribute(VizTypes, type, { load: async () => viz }) });
      host = await createTestHost({ plugins: [{ manifest: onlyViz(manifest, type), plugin, messages }] });
      await host.activate(id);
      vi.spyOn(console, 'error').mockImplementation((...args: unknown[]) => void complaints.push(args.map(String).join(' ')));
    });
    afterEach(async () => {
      const heard = complaints.splice(0);
      document.documentElement.dir = 'ltr';
      await host.dispose(id);
      await host.activate(id);
      expect(heard, 'console.error').toEqual([]);
    });
    afterAll(async () => {
      vi.restoreAllMocks();
      await host.close();
    });

    const expectDrawing = (container: HTMLElement): void => {
      expect(container.querySelector('[role="alert"]')?.textContent ?? '').not.toMatch(/\bError\b|is not a function|Cannot read/);
      expect(host.faults).toEqual([]);
      expect(container.innerHTML.length).toBeGreaterThan(0);
      expect(container.innerHTML).not.toMatch(/(?:="|[ ,(])(?:NaN|undefined)(?:["),]| \d)/);
    };

    it('has a well-formed control panel', () => {
      expect(checkControlPanel(viz.controlPanel)).toEqual([]);
    });

    it('builds the same serialisable query every time, and leaves the form data alone', () => {
      const first = context();
      expect(context()).toEqual(first);
      expect(first.queries.length).toBeGreaterThan(0);
      expect(JSON.parse(JSON.stringify(first))).toEqual(dropUndefined(first));
      expect(`${first.datasource.id}__${first.datasource.type}`).toBe(formData.datasource);
    });

    it('transforms the same results to the same props, and leaves them alone', () => {
      expect(JSON.stringify(transform('usual'))).toBe(JSON.stringify(transform('usual')));
    });

    for (const kind of SAMPLE_KINDS) {
      it(`draws and describes: ${kind}`, async () => {
        const drawn = await host.renderViz(type, request(kind));
        expectDrawing(drawn.container);
        expect(drawn.description.trim()).not.toBe('');
        expect(drawn.description).not.toMatch(ASTRAY);
      });
    }

    it('draws right to left', async () => {
      document.documentElement.dir = 'rtl';
      expectDrawing((await host.renderViz(type, request('usual', { locale: 'ar' }))).container);
    });

    it('draws in the dark with the colours of the dark theme', async () => {
      const drawn = await host.renderViz(type, request('usual', { theme: 'dark' }));
      expectDrawing(drawn.container);
    });

    it('follows its size, down to none', async () => {
      const drawn = await host.renderViz(type, request('usual'));
      for (const [width, height] of [[1_280, 720], [320, 180], [0, 0]] as const) {
        await drawn.update({ width, height });
        expectDrawing(drawn.container);
        for (const svg of drawn.container.querySelectorAll('svg[width]')) expect(Number.parseFloat(svg.getAttribute('width') ?? '0')).toBeLessThanOrEqual(Math.max(width, 24));
      }
    });

    it('gives assistive technology no trouble', async () => {
      const { default: axe } = await import('axe-core');
      const { container } = await host.renderViz(type, request('usual'));
      // Colours and landmarks are those of the page around the chart.
      const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false }, region: { enabled: false } } });
      expect(violations.map(({ id: rule, nodes }) => `${rule}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
    });

    it('leaves nothing behind', async () => {
      await host.renderViz(type, request('usual'));
      await host.dispose(id);
      expect(host.leaks(id)).toEqual([]);
    });
  });
}

/** The manifest reduced to the type under test, whose code is all this suite has. */
function onlyViz(manifest: object, type: string): object {
  const { contributes, ...rest } = manifest as { contributes?: Record<string, readonly { type?: string }[]> };
  const mine = (contributes?.[VizTypes.id] ?? []).filter((item) => item.type === type);
  if (mine.length === 0) throw new Error(`plugin.json contributes no ${VizTypes.id} "${type}"`);
  return { ...rest, contributes: { [VizTypes.id]: mine } };
}

function dropUndefined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(dropUndefined);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).flatMap(([key, item]) => (item === undefined ? [] : [[key, dropUndefined(item)]])));
}
