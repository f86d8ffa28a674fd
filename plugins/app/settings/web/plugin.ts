import './styles.css';
import { Commands, createRouteRef, definePlugin, PluginMonitor, Routes } from '@orrery/sdk/web';

const page = createRouteRef('settings.page');

export default definePlugin({
  requires: { monitor: PluginMonitor },
  activate(ctx, { monitor }) {
    ctx.contribute(Routes, 'settings.page', { load: () => import('./page/create-settings-page.tsx').then((module) => module.createSettingsPage(monitor)) });
    ctx.contribute(Commands, 'settings.open', { run: () => ctx.router.navigate(page) });
  },
});
