import { Commands, definePlugin, Panels } from '@orrery/sdk/web';
import { themeCommands } from './commands/theme-commands.ts';
import './styles.css';

export default definePlugin({
  activate(ctx) {
    for (const [id, run] of Object.entries(themeCommands(ctx.theme))) ctx.contribute(Commands, id, { run });
    ctx.contribute(Panels, 'theming.settings', { load: () => import('./settings/theme-settings.tsx').then((module) => module.ThemeSettings) });
  },
});
