import type { ReactNode } from 'react';
import { useSyncExternalStore } from 'react';
import type { ThemeMode } from '@orrery/sdk/web';
import type { MenuItem } from '@orrery/sdk/ui';
import { IconButton, Menu } from '@orrery/sdk/ui';
import { useContextMenu } from '@orrery/sdk/web';
import { useKernel } from '../kernel-context.ts';

interface NavbarRight {
  readonly languages?: Readonly<Record<string, { readonly name: string; readonly url?: string }>>;
  readonly show_language_picker?: boolean;
}

const MODES: readonly { readonly mode: ThemeMode; readonly icon: 'sun' | 'moon' | 'monitor' }[] = [
  { mode: 'light', icon: 'sun' },
  { mode: 'dark', icon: 'moon' },
  { mode: 'system', icon: 'monitor' },
];

/** Where plugins put entries of the account menu (`core.context-menus`). */
const LOCATION = 'shell.user-menu';
const NO_ARGUMENTS = {};

/** Appearance, language, what plugins add, and the way out. */
export function UserMenu(): ReactNode {
  const { ctx, bootstrap } = useKernel();
  const { theme, router } = ctx;
  const { t, language } = ctx.i18n;
  const { user, common } = bootstrap;
  const mode = useSyncExternalStore(
    (notify) => {
      const subscription = theme.onDidChange(notify);
      return () => subscription.dispose();
    },
    () => theme.mode,
  );
  const contributed = useContextMenu(LOCATION, NO_ARGUMENTS);
  const navbar = (common['menu_data'] as { navbar_right?: NavbarRight } | undefined)?.navbar_right;
  const languages = navbar?.show_language_picker === false ? [] : Object.entries(navbar?.languages ?? {});
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ') || user.username || t('shell.user.anonymous');
  const items: MenuItem[] = [
    { id: 'who', label: name, icon: 'user', disabled: true, onSelect() {} },
    ...MODES.map(({ mode: each, icon }) => ({ id: each, label: t(`shell.theme.${each}`), icon: each === mode ? ('check' as const) : icon, onSelect: () => theme.setMode(each) })),
    ...(languages.length < 2 ? [] : languages).map(([code, { name: label, url }]) => ({
      id: `lang-${code}`,
      label,
      icon: code.replace('_', '-') === language ? ('check' as const) : ('language' as const),
      onSelect: () => router.navigateTo(url ?? `/lang/${code}`),
    })),
    ...contributed,
    user.isAnonymous
      ? { id: 'login', label: t('shell.login'), icon: 'user' as const, onSelect: () => router.navigateTo('/login/') }
      : { id: 'logout', label: t('shell.logout'), icon: 'logout' as const, onSelect: () => router.navigateTo('/logout/') },
  ];
  return <Menu label={`${t('shell.user')}: ${name}`} trigger={<IconButton icon="user" label={`${t('shell.user')}: ${name}`} />} items={items} />;
}
