import { fitText, measureText } from '../text/measure-text.ts';
import { wrapText } from '../text/wrap-text.ts';
import type { Tick } from './tick.ts';

/** How the names below the bars are written. */
export interface CategoryLabels {
  /** One per place; places without a label are left out. */
  readonly ticks: readonly Tick[];
  /** Clockwise turn in degrees, negative rises to the right. */
  readonly rotation: number;
  /** Room the labels take below the axis, in px. */
  readonly room: number;
  /** What names would need beyond the left edge of the drawing, in px. */
  readonly overhang: number;
}

const GAP = 8;
const MAX_LINES = 3;
const LEAST_BAND_TURNED = 15;
/** Share of the height that turned labels may take. */
const MOST_TURNED = 0.34;

interface CategoryOptions {
  readonly names: readonly string[];
  /** Place of the i-th name in px. */
  readonly positions: readonly number[];
  readonly band: number;
  readonly height: number;
  readonly font: string;
  readonly fontSize: number;
  /** Degrees asked for; 0 chooses. */
  readonly rotation: number;
  /** Every name, however many there are. */
  readonly showAll: boolean;
}

/** One line where names fit, else wrapped, else turned; names are skipped only where even those would touch. */
export function categoryLabels(options: CategoryOptions): CategoryLabels {
  const { names, positions, band, font, fontSize, rotation } = options;
  const lineHeight = Math.ceil(fontSize * 1.25);
  const widest = names.reduce((most, name) => Math.max(most, measureText(name, font)), 0);
  const place = (name: string, at: number): Tick => ({ at: positions[at] ?? 0, label: name });
  if (rotation === 0) {
    if (widest + GAP <= band) return { ticks: names.map(place), rotation: 0, room: lineHeight, overhang: 0 };
    const wrapped = names.map((name) => wrapText(name, band - GAP, font));
    const lines = wrapped.reduce((most, item) => Math.max(most, item?.length ?? Infinity), 0);
    if (lines <= MAX_LINES) return { ticks: names.map((name, at) => ({ ...place(name, at), lines: wrapped[at] ?? [name] })), rotation: 0, room: lineHeight * lines, overhang: 0 };
    // Short names of an ordered scale, such as hours, can be skipped without loss; turning them gains nothing.
    const step = Math.ceil((widest + GAP) / band);
    if (widest <= 4 * fontSize && !options.showAll) return { ticks: names.flatMap((name, at) => (at % step === 0 ? [place(name, at)] : [])), rotation: 0, room: lineHeight, overhang: 0 };
  }
  const turn = rotation === 0 ? -45 : -Math.abs(rotation);
  const slope = Math.sin((Math.abs(turn) * Math.PI) / 180);
  const length = Math.min(widest, (options.height * MOST_TURNED) / Math.max(0.3, slope));
  const run = Math.max(0.01, Math.cos((Math.abs(turn) * Math.PI) / 180));
  const step = options.showAll ? 1 : Math.max(1, Math.ceil(LEAST_BAND_TURNED / band));
  const ticks = names.flatMap((name, at) => (at % step === 0 ? [{ at: positions[at] ?? 0, label: fitText(name, Math.min(length, (positions[at] ?? 0) / run), font) }] : []));
  const overhang = names.reduce((most, name, at) => Math.max(most, Math.min(length, measureText(name, font)) * run - (positions[at] ?? 0)), 0);
  return { ticks, rotation: turn, overhang, room: Math.ceil(length * slope + lineHeight * 0.8) };
}
