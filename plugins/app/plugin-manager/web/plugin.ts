import './styles.css';
import { definePlugin, Routes } from '@orrery/sdk/web';
import { PluginStates } from '../contract.ts';

export default definePlugin({
  optional: { states: PluginStates },
  activate(ctx, { states }) {
    ctx.contribute(Routes, 'plugin-manager.list', { load: () => import('./create-plugins-page.tsx').then((module) => module.createPluginsPage(states)) });
  },
});
