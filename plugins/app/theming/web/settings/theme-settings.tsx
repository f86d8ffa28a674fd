import { useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import type { ThemeMode } from '@orrery/sdk/web';
import { usePlugin, useT, useTheme } from '@orrery/sdk/web';
import { RadioGroup } from '@orrery/sdk/ui';

const MODES: readonly ThemeMode[] = ['light', 'dark', 'system'];

/** Chooses the appearance and shows the colours charts get with it. */
export function ThemeSettings(): ReactNode {
  const { theme } = usePlugin();
  const t = useT();
  const { categorical } = useTheme();
  const mode = useSyncExternalStore(
    (notify) => {
      const subscription = theme.onDidChange(notify);
      return () => subscription.dispose();
    },
    () => theme.mode,
  );
  return (
    <div className="theming-settings">
      <RadioGroup
        label={t('settings.mode')}
        orientation="horizontal"
        value={mode}
        options={MODES.map((value) => ({ value, label: t(`mode.${value}`) }))}
        onChange={(value) => theme.setMode(value as ThemeMode)}
      />
      <ul className="theming-swatches" aria-label={t('preview.colors')}>
        {categorical.map((color) => (
          <li key={color} className="theming-swatch" style={{ background: color }}>
            <span className="o-visually-hidden">{color}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
