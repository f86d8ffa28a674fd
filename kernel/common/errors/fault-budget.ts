/** Faults of each plugin within a sliding window. */
export class FaultBudget {
  private readonly times = new Map<string, number[]>();
  private readonly totals = new Map<string, number>();

  constructor(
    readonly limit = 3,
    readonly windowMs = 60_000,
  ) {}

  /** Notes a fault at `now` (milliseconds); true when the plugin has used up its budget. */
  record(pluginId: string, now: number): boolean {
    const recent = (this.times.get(pluginId) ?? []).filter((time) => now - time < this.windowMs);
    recent.push(now);
    this.times.set(pluginId, recent);
    this.totals.set(pluginId, this.total(pluginId) + 1);
    return recent.length >= this.limit;
  }

  /** All faults since the page or process began. */
  total(pluginId: string): number {
    return this.totals.get(pluginId) ?? 0;
  }

  /** Starts the window anew, after a person decided to try again. */
  reset(pluginId: string): void {
    this.times.delete(pluginId);
  }
}
