// What operators keep about a studio beside its configuration, in the embedded database: its labels, and what it asserts.
import * as E from 'fp-ts/lib/Either.js';
import type { StudioEntry, StudioStore } from '../../../application/ports/console-store.js';
import type { SqliteStoreDeps } from './history.js';
import { inTransaction } from './schema.js';
import { labelsOf, textOrNull } from './studio-rows.js';
import { toPromise } from './to-promise.js';

/** Returns what replaces the labels of a studio. */
export const changeLabels = ({
  database,
  writeHistoryEntry,
  publish,
}: SqliteStoreDeps): StudioStore['changeLabels'] => {
  const select = database.prepare(`SELECT labels, configuration ->> '$.version' AS version FROM studios WHERE id = ?`);
  const update = database.prepare('UPDATE studios SET labels = ? WHERE id = ?');
  return (id, f) =>
    toPromise(() => {
      const row = select.get(id);
      if (row === undefined) return undefined;
      const changed = f(labelsOf(textOrNull(row['labels'])));
      if (E.isLeft(changed)) return changed;
      const { labels, historyEntry } = changed.right;
      inTransaction(database, () => {
        update.run(JSON.stringify(labels), id);
        writeHistoryEntry(id, historyEntry, Number(row['version']));
      });
      publish({ studioId: id, section: 'studio' });
      return E.right(labels);
    });
};

/** Returns what replaces the assertions of a studio. */
export const changeAssertions = (
  { database, writeHistoryEntry, publish }: SqliteStoreDeps,
  find: (id: string) => StudioEntry | undefined,
): StudioStore['changeAssertions'] => {
  const update = database.prepare('UPDATE studios SET assertions = ? WHERE id = ?');
  return (id, f) =>
    toPromise(() => {
      const entry = find(id);
      if (entry === undefined) return undefined;
      const changed = f(entry);
      if (E.isLeft(changed)) return changed;
      const { assertions, historyEntry } = changed.right;
      inTransaction(database, () => {
        update.run(assertions.length === 0 ? null : JSON.stringify(assertions), id);
        writeHistoryEntry(id, historyEntry, entry.configuration.version);
      });
      publish({ studioId: id, section: 'access' });
      return E.right(assertions);
    });
};
