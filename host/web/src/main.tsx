import type { IndexedPlugin } from '@orrery/sdk';
import { startWebKernel } from '../../../kernel/web/index.ts';
import { FaultPanel } from './pages/fault-panel.tsx';
import { KernelContext } from './kernel-context.ts';
import english from './locales/en.json';
import { Shell } from './shell/shell.tsx';
import { addShellCommands } from './shell/add-shell-commands.ts';
import { createShellUi } from './shell/create-shell-ui.ts';

type Texts = Readonly<Record<string, string>>;

/** Languages of the shell beside English; each is a chunk of its own. */
const LANGUAGES: Readonly<Record<string, () => Promise<{ default: Texts }>>> = { de: () => import('./locales/de.json') };

async function main(): Promise<void> {
  const root = document.getElementById('app');
  if (!root) throw new Error('The page has no element #app');
  const bootstrap = JSON.parse(root.dataset['bootstrap'] ?? '{}') as { common?: { locale?: string }; embedded?: unknown };
  const shellPlugins = JSON.parse(document.getElementById('shell-plugins')?.textContent || '[]') as IndexedPlugin[];
  const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.nonce ?? '';
  const language = (bootstrap.common?.locale ?? 'en').slice(0, 2);
  // Without its texts the shell speaks English.
  const local = await LANGUAGES[language]?.().catch(() => undefined);
  const shell = createShellUi(document, 'Orrery', window.location.search, bootstrap.embedded !== undefined);
  const kernel = startWebKernel({
    bootstrap,
    shellPlugins,
    root,
    nonce,
    ui: shell.ui,
    texts: { en: english, ...(local ? { [language]: local.default } : {}) },
    FaultPanel,
  });
  addShellCommands(kernel);
  kernel.render(
    <KernelContext value={{ ...kernel, ...shell }}>
      <Shell />
    </KernelContext>,
  );
  if (kernel.bootstrap.common['is_development'] === true) void import('./development/swap-plugins.ts').then((module) => module.swapPlugins(kernel));
}

void main();
