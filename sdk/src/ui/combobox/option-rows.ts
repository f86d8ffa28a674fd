/** @public */
export interface ComboboxOption {
  readonly value: string;
  readonly label: string;
  readonly description?: string;
  /** Name of an icon. */
  readonly icon?: string;
}

/** A line of the list: an option, or an action on what was typed. @internal */
export interface OptionRow {
  readonly kind: 'option' | 'create' | 'all';
  readonly value: string;
  readonly label: string;
  readonly description?: string;
  readonly icon?: string;
}

const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase();

/** The options that contain every word of `text`, those that start with it first. @internal */
export function filterOptions(options: readonly ComboboxOption[], text: string): readonly ComboboxOption[] {
  const wanted = fold(text.trim());
  if (wanted === '') return options;
  const words = wanted.split(/\s+/);
  const hits = options.filter((option) => {
    const hay = fold(`${option.label} ${option.description ?? ''} ${option.value}`);
    return words.every((word) => hay.includes(word));
  });
  const starts = (option: ComboboxOption): boolean => fold(option.label).startsWith(wanted);
  return [...hits.filter(starts), ...hits.filter((option) => !starts(option))];
}

/** Lines of the list for what is typed now; pure. @internal */
export function optionRows(input: {
  readonly options: readonly ComboboxOption[];
  readonly text: string;
  readonly isFiltered: boolean;
  readonly creatable: boolean;
  /** Offers to choose all that are listed. */
  readonly offersAll: boolean;
  createLabel(text: string): string;
  allLabel(count: number): string;
}): readonly OptionRow[] {
  const { options, text, isFiltered, creatable, offersAll, createLabel, allLabel } = input;
  const typed = text.trim();
  const shown = isFiltered ? filterOptions(options, typed) : options;
  const rows: OptionRow[] = shown.map((option) => ({ kind: 'option', ...option }));
  if (offersAll && rows.length > 1) rows.unshift({ kind: 'all', value: '', label: allLabel(rows.length) });
  const isKnown = options.some((option) => option.value === typed || option.label === typed);
  if (creatable && typed !== '' && !isKnown) rows.push({ kind: 'create', value: typed, label: createLabel(typed) });
  return rows;
}
