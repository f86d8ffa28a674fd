import type { ExtensionPointDeclaration, PluginManifest } from '@orrery/sdk';
import { describe, expect, it } from 'vitest';
import { CORE_POINTS } from '../points/core-points.ts';
import { checkEngine } from './check-engine.ts';
import { nearestName } from './nearest-name.ts';
import { validateManifest } from './validate-manifest.ts';

const manifest: PluginManifest = {
  manifestVersion: 1, id: 'sql-lab', version: '1.0.0', publisher: 'test', displayName: '%name%', description: '-', engines: { sdk: '^0.1.0' },
  points: { 'core.routes': 1, 'core.nav-items': 1 },
  entry: { web: 'web/plugin.ts' },
  contributes: {
    'core.routes': [{ id: 'sql-lab.view', path: '/sqllab/', title: '%name%', permission: ['menu_access', 'SQL Lab'] }],
    'core.nav-items': [{ id: 'sql-lab.nav', label: '%name%', icon: 'sql', route: 'sql-lab.view', order: 3 }],
  },
  extensionPoints: [{ id: 'sql-lab.panels', version: 1, description: 'Panels.', key: 'id', conflict: 'stack', schema: { type: 'object' } }],
  settings: { type: 'object', properties: { limit: { type: 'integer' } } },
};
const check = (changes: object): string[] => validateManifest({ ...manifest, ...changes }, CORE_POINTS).map(({ path, message, suggestion }) => `${path} ${message}${suggestion ? ` → ${suggestion}` : ''}`);

describe('validateManifest', () => {
  it('finds nothing wrong with a right one', () => {
    expect(validateManifest(manifest, CORE_POINTS)).toEqual([]);
  });

  it('tells everything at once, with what was probably meant', () => {
    expect(
      validateManifest(
        {
          ...manifest,
          id: 'SqlLab',
          discription: 'typo',
          publisher: undefined,
          engines: { skd: '^0.1.0' },
          contributes: { 'core.rotes': [], 'core.routes': [{ id: 'sql-lab.view', pth: '/x', title: 3 }], 'core.nav-items': [{ ...manifest.contributes?.['core.nav-items']?.[0], group: 'mian' }] },
        },
        CORE_POINTS,
      ).map(({ path, message, suggestion }) => [path, message, suggestion]),
    ).toEqual(
      expect.arrayContaining([
        ['/id', '"SqlLab" does not match ^[a-z][a-z0-9]*(-[a-z0-9]+)*$.', undefined],
        ['/discription', '"discription" is not known here.', 'description'],
        ['/engines', '"sdk" is missing.', undefined],
        ['/engines/skd', '"skd" is not known here.', 'sdk'],
        ['/contributes/core.rotes', 'No installed plugin declares the extension point "core.rotes".', 'core.routes'],
        ['/contributes/core.routes/0', '"path" is missing.', undefined],
        ['/contributes/core.routes/0/pth', '"pth" is not known here.', 'path'],
        ['/contributes/core.routes/0/title', 'The type "number" is invalid. Expected "string".', undefined],
        ['/contributes/core.nav-items/0/group', '"mian" is none of main, data, admin.', 'main'],
      ]),
    );
  });

  it('survives anything that is no manifest', () => {
    for (const value of [null, 3, 'x', [], { extensionPoints: [null] }]) expect(validateManifest(value, CORE_POINTS).length).toBeGreaterThan(0);
  });

  it('bounds ids to 40 characters', () => {
    expect(check({ id: 'a'.repeat(41) })).toHaveLength(1);
  });

  it.each([['^0.1.0', true], ['~0.1.2', true], ['^1.4.0', true], ['0.1.x', true], ['>=1.2.0 <2.0.0', true], ['*', false], ['>=0.1.0', false], ['^0', false], ['1 || 2', false], ['0.1 || 0.2', false], ['nonsense', false]])(
    'takes engines.sdk %s: %s',
    (sdk, isFine) => expect(check({ engines: { sdk } }).length === 0).toBe(isFine),
  );

  it('asks for semantic versions, a reason for onStartup, point versions, and own names', () => {
    expect(check({ version: '1.0' })).toEqual(['/version "1.0" is no semantic version such as 1.2.3']);
    expect(check({ dependencies: { chart: 'latest' } })).toEqual(['/dependencies/chart "latest" is no semver range']);
    expect(check({ activation: ['onStartup'] })).toEqual(['/activationReason onStartup costs every page; say why it is needed']);
    expect(check({ activation: ['onStartup'], activationReason: 'Draws the clock.' })).toEqual([]);
    expect(check({ points: { 'core.routes': 2 } })).toEqual([
      '/points/core.routes Version 2 is not on offer; this installation has version 1',
      '/points/core.nav-items Name the contract version the contributions to core.nav-items were written for',
    ]);
    expect(check({ id: 'other' })).toEqual([
      '/extensionPoints/0/id Extension points of other are named other.<plural-noun>',
      '/contributes/core.routes/0/id Ids of other are named other.<name>',
      '/contributes/core.nav-items/0/id Ids of other are named other.<name>',
    ]);
  });

  it('checks contributions to points that plugins declare', () => {
    const points: ExtensionPointDeclaration[] = [...CORE_POINTS, { id: 'explore.viz-types', version: 1, description: 'Viz.', key: 'type', conflict: 'reject', schema: { type: 'object', required: ['type'] } }];
    const viz = { ...manifest, points: { ...manifest.points, 'explore.viz-types': 1 }, contributes: { 'explore.viz-types': [{ typ: 'pie' }] } };
    expect(validateManifest(viz, points).map(({ path }) => path)).toEqual(['/contributes/explore.viz-types/0']);
  });
});

describe('checkEngine', () => {
  it('says what is needed, what is there, and what to do', () => {
    expect(checkEngine(manifest, '0.1.7')).toBeUndefined();
    expect(checkEngine(manifest, '0.2.0')?.message).toBe('sql-lab 1.0.0 needs SDK ^0.1.0; this installation has 0.2.0. Update the installation, or install another version of the plugin.');
  });
});

describe('nearestName', () => {
  it('suggests near names only', () => {
    const names = ['dependencies', 'contributes', 'description'];
    expect(['dependancies', 'contribtues', 'Description', 'icon'].map((name) => nearestName(name, names))).toEqual(['dependencies', 'contributes', 'description', undefined]);
  });
});
