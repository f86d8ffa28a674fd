import './styles.css';
import { definePlugin, PluginMonitor, Routes } from '@orrery/sdk/web';

export default definePlugin({
  requires: { monitor: PluginMonitor },
  activate(ctx, { monitor }) {
    ctx.contribute(Routes, 'plugin-manager.list', { load: () => import('./create-plugins-page.tsx').then((module) => module.createPluginsPage(monitor)) });
  },
});
