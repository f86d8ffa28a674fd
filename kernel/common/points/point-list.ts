import type { Contribution, ContributionDelta, ExtensionPointDeclaration, PluginErrorCode } from '@orrery/sdk';

/** A contribution with both halves. */
export interface Entry {
  readonly point: string;
  readonly pluginId: string;
  /** Contract version of the point the plugin was written for. */
  readonly version: number | undefined;
  readonly value: Readonly<Record<string, unknown>>;
  readonly sequence: number;
  /** Known once the point is declared. */
  key?: string;
  code?: { readonly value: unknown };
  /** The problem reported already, so that it is told once. */
  problem?: PluginErrorCode;
}

type Report = (code: PluginErrorCode, entry: Entry, message: string) => void;

const orderOf = ({ value }: Entry): number => (typeof value['order'] === 'number' ? value['order'] : Infinity);
const byOrder = (a: Entry, b: Entry): number => {
  const [first, second] = [orderOf(a), orderOf(b)];
  return first === second ? a.sequence - b.sequence : first - second;
};

/** The contributions of one point: all that were registered, and those its rules let through. */
export class PointList {
  /** What readers see; the same array until something changes. */
  visible: readonly Contribution<unknown>[] = [];
  private entries: Entry[] = [];
  private shown = new Map<Entry, Contribution<unknown>>();
  private byKey = new Map<string, Entry>();
  private declaration: ExtensionPointDeclaration | undefined;
  private isDirty = false;

  setDeclaration(declaration: ExtensionPointDeclaration | undefined): void {
    this.declaration = declaration;
    for (const entry of this.entries) this.setKey(entry);
    this.isDirty = true;
  }

  add(entry: Entry): void {
    this.setKey(entry);
    this.entries.push(entry);
    this.isDirty = true;
  }

  remove(entry: Entry): void {
    this.entries = this.entries.filter((item) => item !== entry);
    this.isDirty = true;
  }

  ofPlugin(pluginId: string): Entry[] {
    return this.entries.filter((entry) => entry.pluginId === pluginId);
  }

  /** The visible entry of a key, the first in order where several share it. */
  first(key: string): Entry | undefined {
    return this.byKey.get(key);
  }

  /** Applies what has changed and answers the difference for readers. */
  refresh(report: Report): ContributionDelta<unknown> | undefined {
    if (!this.isDirty) return undefined;
    this.isDirty = false;
    const accepted = this.declaration ? this.accept(this.declaration, report) : [];
    const before = this.shown;
    this.shown = new Map(accepted.map((entry) => [entry, before.get(entry) ?? { key: entry.key ?? '', pluginId: entry.pluginId, point: entry.point, value: entry.value }]));
    const added = [...this.shown].flatMap(([entry, item]) => (before.has(entry) ? [] : [item]));
    const removed = [...before].flatMap(([entry, item]) => (this.shown.has(entry) ? [] : [item]));
    if (added.length === 0 && removed.length === 0) return undefined;
    this.visible = [...this.shown.values()];
    this.byKey = new Map([...accepted].reverse().map((entry) => [entry.key ?? '', entry]));
    return { added, removed };
  }

  /** The entries the point's rules let through, in order. Who came first keeps a key others must not share. */
  private accept({ version, conflict, key, id }: ExtensionPointDeclaration, report: Report): Entry[] {
    const taken = new Map<string, Entry>();
    const accepted: Entry[] = [];
    const refuse = (entry: Entry, code: PluginErrorCode, message: string): void => {
      if (entry.problem === code) return;
      entry.problem = code;
      report(code, entry, message);
    };
    for (const entry of this.entries) {
      const first = entry.key === undefined ? undefined : taken.get(entry.key);
      if (entry.key === undefined) refuse(entry, 'CONTRIBUTION_INVALID', `A contribution of ${entry.pluginId} to ${id} lacks its key "${key}"`);
      else if (entry.version !== undefined && entry.version !== version) {
        refuse(entry, 'POINT_INCOMPATIBLE', `${entry.pluginId} was written for version ${entry.version} of ${id}; this installation has version ${version}. Install a version of the plugin made for it.`);
      } else if (first && (conflict === 'reject' || first.pluginId === entry.pluginId)) {
        refuse(entry, 'CONTRIBUTION_CONFLICT', `${entry.pluginId} contributes "${entry.key}" to ${id}, which ${first.pluginId} has already. Disable one of the two.`);
      } else {
        taken.set(entry.key, entry);
        accepted.push(entry);
        delete entry.problem;
      }
    }
    return accepted.sort(byOrder);
  }

  private setKey(entry: Entry): void {
    const key = this.declaration ? entry.value[this.declaration.key] : undefined;
    if (typeof key === 'string' && key !== '') entry.key = key;
    else delete entry.key;
  }
}
