import { useId, useMemo, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import Fuse from 'fuse.js';
import { Dialog, Icon, VisuallyHidden } from '@orrery/sdk/ui';
import type { WebKernel } from '../../../../kernel/web/index.ts';
import type { NavEntry } from '../shell/nav-entries.ts';
import { useSearchResults } from './use-search-results.ts';

interface Choice {
  readonly id: string;
  readonly group: string;
  readonly title: string;
  readonly subtitle?: string;
  readonly icon: string;
  readonly keys?: string;
  run(): unknown;
}

/** All comes by props: a module the shell shares with this chunk would become a file of its own. */
export interface PaletteProps {
  readonly kernel: WebKernel;
  readonly destinations: readonly NavEntry[];
  onClose(): void;
}

/** Finds pages, commands and things by name: type, arrow keys, Enter. */
export function Palette({ kernel, destinations, onClose }: PaletteProps): ReactNode {
  const { ctx } = kernel;
  const { t } = ctx.i18n;
  const id = useId();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const { choices, isSearching } = useChoices(kernel, destinations, text.trim());
  const active = Math.min(at, choices.length - 1);
  const run = (choice: Choice | undefined) => {
    if (!choice) return;
    onClose();
    void Promise.resolve(choice.run()).catch((error: unknown) => ctx.ui.toast('danger', error instanceof Error ? error.message : String(error)));
  };
  const handleKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && choices.length > 0) {
      event.preventDefault();
      const next = (active + step + choices.length) % choices.length;
      setAt(next);
      document.getElementById(`${id}-${next}`)?.scrollIntoView?.({ block: 'nearest' });
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      run(choices[active]);
    }
  };
  const status = choices.length > 0 ? t('palette.count', { count: choices.length }) : isSearching ? t('palette.searching') : t('palette.empty', { text: text.trim() });
  return (
    <Dialog title={t('palette.title')} isOpen onClose={onClose} size="medium" className="shell-palette">
      <input
        type="text"
        role="combobox"
        className="o-input"
        data-autofocus
        value={text}
        placeholder={t('palette.placeholder')}
        aria-label={t('palette.title')}
        aria-expanded={choices.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={choices.length > 0 ? `${id}-${active}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={handleKey}
      />
      <div id={`${id}-list`} role="listbox" aria-label={t('palette.title')} className="shell-palette__list" tabIndex={-1}>
        {choices.map((choice, index) => (
          // The input keeps the focus; the keyboard's way is above.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div key={choice.id} id={`${id}-${index}`} role="option" tabIndex={-1} aria-selected={index === active} className="shell-palette__option" onClick={() => run(choice)} onPointerMove={() => setAt(index)}>
            <Icon name={choice.icon} />
            <span className="shell-palette__title">{choice.title}</span>
            <span className="shell-palette__group">{choice.subtitle ?? choice.group}</span>
            {choice.keys && <kbd>{choice.keys}</kbd>}
          </div>
        ))}
      </div>
      {choices.length === 0 && <p className="shell-palette__empty">{status}</p>}
      <VisuallyHidden>
        <span role="status">{status}</span>
      </VisuallyHidden>
    </Dialog>
  );
}

function useChoices(kernel: WebKernel, destinations: readonly NavEntry[], text: string): { readonly choices: readonly Choice[]; readonly isSearching: boolean } {
  const { ctx, commands } = kernel;
  const { groups, isSearching } = useSearchResults(kernel, text);
  const own = useMemo((): Choice[] => {
    const { t } = ctx.i18n;
    const pages = destinations.map((entry) => ({
      id: `nav ${entry.key}`,
      group: t('palette.go'),
      title: entry.label,
      icon: entry.icon,
      run: () => ctx.router.navigate({ id: entry.route }),
    }));
    const actions = commands
      .list()
      .filter((command) => command.id !== 'core.openPalette')
      .map((command) => ({ id: `command ${command.id}`, group: t('palette.commands'), title: command.title, icon: command.icon ?? 'bolt', keys: command.keys, run: () => commands.execute(command.id) }));
    return [...pages, ...actions];
  }, [ctx, destinations, commands]);
  const fuse = useMemo(() => new Fuse(own, { keys: ['title'], threshold: 0.35, ignoreLocation: true }), [own]);
  const matching = text === '' ? own : fuse.search(text).map(({ item }) => item);
  const found = groups.flatMap(({ key, title, results }) =>
    results.map((result) => ({ id: `${key} ${result.path}`, group: title, title: result.title, subtitle: result.subtitle, icon: result.icon ?? 'search', run: () => ctx.router.navigateTo(result.path) })),
  );
  return { choices: [...matching, ...found], isSearching };
}
