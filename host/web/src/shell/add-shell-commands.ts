import type { WebKernel } from '../../../../kernel/web/index.ts';
import { paletteState } from '../palette/palette-state.ts';

/** Commands of the shell itself. */
export function addShellCommands(kernel: WebKernel): void {
  const { t } = kernel.ctx.i18n;
  kernel.commands.addHostCommand({ id: 'core.openPalette', title: () => t('palette.title'), icon: 'search', keys: 'mod+k', run: () => paletteState.set(!paletteState.isOpen) });
  kernel.commands.addHostCommand({ id: 'core.signOut', title: () => t('shell.logout'), icon: 'logout', run: () => kernel.ctx.router.navigateTo('/logout/') });
}
