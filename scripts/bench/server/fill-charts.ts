import { randomUUID } from 'node:crypto';
import path from 'node:path';
import Database from 'libsql';

/** Writes charts straight into the metadata of a running server until there are `count`. */
export function fillCharts(dataDir: string, count: number): void {
  const db = new Database(path.join(dataDir, 'metadata.db'));
  try {
    db.exec('PRAGMA busy_timeout = 10000');
    const { there } = db.prepare('select count(*) as there from slices').get() as { there: number };
    const columns = (db.prepare("select name from pragma_table_info('slices')").all() as { name: string }[]).map(({ name }) => name);
    const now = Date.now();
    const valueOf = (name: string, at: number): string | number | null =>
      ({ uuid: randomUUID(), slice_name: `Chart number ${at}`, viz_type: at % 3 === 0 ? 'pie' : 'table', params: '{"metrics":["count"]}', datasource_id: 1, datasource_type: 'table', created_on: now - at * 1000, changed_on: now - at * 1000, last_saved_at: now - at * 1000, created_by_fk: 1, changed_by_fk: 1, is_managed_externally: 0 })[name] ?? null;
    const used = columns.filter((name) => valueOf(name, 1) !== null);
    const insert = db.prepare(`insert into slices (${used.join(', ')}) values (${used.map(() => '?').join(', ')})`);
    db.exec('begin immediate');
    for (let at = there; at < count; at += 1) insert.run(used.map((name) => valueOf(name, at)));
    db.exec('commit');
  } finally {
    db.close();
  }
}
