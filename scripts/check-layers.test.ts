import { describe, expect, it } from 'vitest';
import { violation } from './check-layers.ts';

describe('layers (DESIGN §1)', () => {
  it.each([
    ['sdk/src/web/react.ts', 'kernel/web/index.ts'],
    ['sdk/src/common/token.ts', 'sdk/src/web/index.ts'],
    ['kernel/common/points/registry.ts', 'sdk/src/web/index.ts'],
    ['kernel/web/loader.ts', 'kernel/server/index.ts'],
    ['kernel/web/loader.ts', 'plugins/app/home/contract.ts'],
    ['plugins/app/home/web/page.tsx', 'plugins/app/chart/web/service.ts'],
    ['plugins/app/home/web/page.tsx', 'kernel/web/index.ts'],
    ['plugins/app/home/web/page.tsx', 'redux'],
    ['plugins/app/home/web/page.tsx', 'plugins/app/home/server/store.ts'],
    ['host/web/src/main.tsx', 'plugins/app/home/contract.ts'],
  ])('%s must not import %s', (file, target) => {
    expect(violation(file, target)).toBeTypeOf('string');
  });

  it.each([
    ['plugins/app/home/web/page.tsx', 'plugins/app/chart/contract.ts'],
    ['plugins/app/home/web/page.tsx', 'sdk/src/web/index.ts'],
    ['plugins/app/home/web/page.tsx', 'react'],
    ['kernel/web/loader.ts', 'kernel/common/index.ts'],
    ['host/server/main.ts', 'kernel/server/index.ts'],
    ['plugins/app/home/web/page.test.tsx', 'host/testing/src/index.ts'],
  ])('%s may import %s', (file, target) => {
    expect(violation(file, target)).toBeUndefined();
  });
});
