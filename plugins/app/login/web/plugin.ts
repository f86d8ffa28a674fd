import { definePlugin, Routes } from '@orrery/sdk/web';
import './styles.css';

export default definePlugin({
  activate(ctx) {
    ctx.contribute(Routes, 'login.page', { load: () => import('./page/login-page.tsx').then((module) => module.LoginPage) });
  },
});
