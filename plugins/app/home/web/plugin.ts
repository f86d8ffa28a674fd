import './styles.css';
import { definePlugin, Routes } from '@orrery/sdk/web';
import { HomePage } from './home-page.tsx';

export default definePlugin({
  activate(ctx) {
    const load = async () => HomePage;
    ctx.contribute(Routes, 'home.welcome', { load });
    ctx.contribute(Routes, 'home.root', { load });
  },
});
