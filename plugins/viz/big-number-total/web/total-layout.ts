/** Font sizes in px; 0 leaves a line out. */
export interface TotalLayout {
  readonly numberSize: number;
  readonly nameSize: number;
  readonly subtitleSize: number;
}

export interface TotalRequest {
  readonly width: number;
  readonly height: number;
  /** Width of the number at 100 px. */
  readonly textWidth: number;
  /** Shares of the height; 0 where there is no such line. */
  readonly numberSize: number;
  readonly nameSize: number;
  readonly subtitleSize: number;
}

const MARGIN = 8;
const LEAST_NUMBER = 16;
const LEAST_NOTE = 11;
const MOST_NOTE = 16;
const NOTE_LINE = 1.4;
const NUMBER_LINE = 1.15;

/** Number first, then the subtitle, then the metric's name: what finds no room is left out. */
export function totalLayout({ width, height, textWidth, numberSize, nameSize, subtitleSize }: TotalRequest): TotalLayout {
  const note = (share: number): number => (share === 0 ? 0 : Math.round(Math.max(LEAST_NOTE, Math.min(share * height, MOST_NOTE, width / 12))));
  const byWidth = ((width - MARGIN) / Math.max(1, textWidth)) * 100;
  const wanted = Math.max(Math.min(LEAST_NUMBER, byWidth), Math.min(numberSize * height, byWidth));
  const room = height - Math.min(wanted, LEAST_NUMBER) * NUMBER_LINE;
  const subtitle = note(subtitleSize) * NOTE_LINE <= room ? note(subtitleSize) : 0;
  const name = (note(nameSize) + subtitle) * NOTE_LINE <= room ? note(nameSize) : 0;
  return { numberSize: Math.max(8, Math.floor(Math.min(wanted, (height - (subtitle + name) * NOTE_LINE) / NUMBER_LINE))), nameSize: name, subtitleSize: subtitle };
}
