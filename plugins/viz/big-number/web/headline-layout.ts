/** Lines of a big number, in px; undefined lines do not fit. */
export interface HeadlineLayout {
  readonly numberSize: number;
  readonly noteSize: number;
  readonly metricName: boolean;
  readonly change: boolean;
  readonly note: boolean;
  readonly trendHeight: number;
}

export interface HeadlineRequest {
  readonly width: number;
  readonly height: number;
  /** Width of the number at 100 px. */
  readonly textWidth: number;
  /** Shares of the height. */
  readonly numberSize: number;
  readonly noteSize: number;
  readonly metricName: boolean;
  readonly change: boolean;
  readonly note: boolean;
  readonly trend: boolean;
}

const MARGIN = 8;
const NOTE_LINE = 1.45;
const NUMBER_LINE = 1.15;
const LEAST_NUMBER = 16;
const LEAST_NOTE = 11;
const MOST_NOTE = 16;
const TREND_SHARE = 0.34;
const LEAST_TREND = 24;

/**
 * What of a big number fits into its box. The number comes first, then its change, the note, the trend, the metric's name:
 * what finds no room is left out rather than squeezed or cut.
 */
export function headlineLayout(ask: HeadlineRequest): HeadlineLayout {
  const { width, height } = ask;
  const noteSize = Math.round(Math.max(LEAST_NOTE, Math.min(ask.noteSize * height, MOST_NOTE, width / 12)));
  const line = noteSize * NOTE_LINE;
  const byWidth = ((width - MARGIN) / Math.max(1, ask.textWidth)) * 100;
  const wanted = Math.max(LEAST_NUMBER, Math.min(ask.numberSize * height, byWidth));
  // The number may shrink to two thirds to let its company in.
  let left = height - Math.max(LEAST_NUMBER, wanted * 0.66) * NUMBER_LINE;
  const take = (isWanted: boolean, room: number): boolean => {
    if (!isWanted || left < room) return false;
    left -= room;
    return true;
  };
  const change = take(ask.change, line);
  const note = take(ask.note, line);
  const hasTrend = take(ask.trend, LEAST_TREND + 4);
  const metricName = take(ask.metricName, line);
  const lines = Number(change) + Number(note) + Number(metricName);
  const trendHeight = hasTrend ? Math.round(Math.max(LEAST_TREND, Math.min(height * TREND_SHARE, height - wanted * NUMBER_LINE - lines * line))) : 0;
  const numberSize = Math.max(Math.min(LEAST_NUMBER, byWidth), Math.min(wanted, (height - trendHeight - lines * line - 2) / NUMBER_LINE));
  return { numberSize: Math.max(8, Math.floor(numberSize)), noteSize, metricName, change, note, trendHeight };
}
