/**
 * The first script of the page: classic, before every module. It says under which nonce libraries may add styles,
 * which theme and rail the first paint has, and whether the last boots failed.
 */
import { beginBoot } from '../../../kernel/web/safe-mode/boot-sentinel.ts';
import { readThemeMode } from '../../../kernel/web/theme/read-theme-mode.ts';

declare global {
  interface Window {
    /** Read by @fluentui/react when it loads: no fonts from elsewhere, styles with the nonce. */
    FabricConfig?: { fontBaseUrl: string; mergeStyles: { cspSettings: { nonce: string } } };
    /** Read by @microsoft/load-themed-styles. */
    CSPSettings?: { nonce: string };
    /** Messages of the page around this one, kept for the plugin that will listen. */
    orreryEarlyMessages?: MessageEvent[];
  }
}

const root = document.documentElement;
const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.nonce ?? '';
window.FabricConfig = { fontBaseUrl: '', mergeStyles: { cspSettings: { nonce } } };
window.CSPSettings = { nonce };

let storage: Storage | undefined;
try {
  storage = window.localStorage;
} catch {
  // A browser that forbids storage gets the defaults.
}
const mode = readThemeMode(storage);
root.dataset['theme'] = mode === 'system' ? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light') : mode;
try {
  if (storage?.getItem('orrery:core:rail') === '"collapsed"') root.dataset['rail'] = 'collapsed';
  const standalone = new URLSearchParams(location.search).get('standalone');
  if (standalone && standalone !== '0') root.dataset['standalone'] = standalone === 'true' ? '1' : standalone;
  const boot = storage ? beginBoot(storage, location.search, Date.now()) : undefined;
  if (boot) {
    root.dataset['boot'] = String(boot.id);
    if (boot.level > 0) root.dataset['safeMode'] = String(boot.level);
    if (boot.disable.length > 0) root.dataset['disable'] = boot.disable.join(',');
  }
} catch {
  // A full storage must not keep the application from starting.
}

if (window.parent !== window) {
  // A parent speaks as soon as the frame has loaded; the plugin that listens is still on its way then.
  const early: MessageEvent[] = (window.orreryEarlyMessages = []);
  window.addEventListener('message', (event) => {
    if (event.source === window.parent && event.ports.length > 0 && early.length < 10) early.push(event);
  });
}
