/** Colours of labels, the same everywhere on a page. */
export interface LabelColors {
  /** `palette` is that of the scheme in the current theme. `slot` asks for its n-th colour unless one is fixed for the label. */
  colorOf(palette: readonly string[], scheme: string | undefined, label: string, slot?: number): string;
  /** Forgets assignments and fixes those given. */
  reset(fixed?: Readonly<Record<string, string>>): void;
}

const FALLBACK = '#7a7a7a';

/**
 * A label starts at the slot its hash names and moves on to the next free one when another label sits there. So colours
 * do not depend on which chart happened to answer first, survive filtering and reloading, and stay apart while the
 * palette lasts; beyond it the slot given away longest ago comes next, so that labels asked for together still differ.
 * Slots rather than colours are kept: a change of theme keeps the order.
 */
export function createLabelColors(): LabelColors {
  let fixed: Readonly<Record<string, string>> = {};
  let slots = new Map<string, Map<string, number>>();

  return {
    colorOf(palette, scheme, label, wanted) {
      const own = Object.hasOwn(fixed, label) ? fixed[label] : undefined;
      if (own) return own;
      if (palette.length === 0) return FALLBACK;
      if (wanted !== undefined) return palette[wanted % palette.length] ?? FALLBACK;
      const space = `${scheme ?? ''} ${palette.length}`;
      let taken = slots.get(space);
      if (!taken) slots.set(space, (taken = new Map()));
      let slot = taken.get(label);
      if (slot === undefined) {
        slot = freeSlot([...taken.values()], hash(label) % palette.length, palette.length);
        taken.set(label, slot);
      }
      return palette[slot] ?? FALLBACK;
    },
    reset(next = {}) {
      fixed = next;
      slots = new Map();
    },
  };
}

/** The slot given away longest ago, best never; the first of them from `start` on. */
function freeSlot(taken: readonly number[], start: number, size: number): number {
  let best = start;
  for (let step = 0; step < size; step += 1) {
    const slot = (start + step) % size;
    if (taken.lastIndexOf(slot) < taken.lastIndexOf(best)) best = slot;
  }
  return best;
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    value ^= text.charCodeAt(at);
    value = Math.imul(value, 0x01000193);
  }
  return value >>> 0;
}
