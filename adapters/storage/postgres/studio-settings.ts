// What operators keep about a studio beside its configuration, in PostgreSQL: its labels, and what it asserts.
import * as E from 'fp-ts/lib/Either.js';
import type { StudioStore } from '../../../application/ports/console-store.js';
import type { PostgresStoreDeps } from './notifications.js';
import { writeHistoryEntry } from './history.js';
import { findStudio, labelsOf } from './studio-rows.js';

/** Returns what replaces the labels of a studio. */
export const changeLabels =
  ({ database, publishToOthers, publish }: PostgresStoreDeps): StudioStore['changeLabels'] =>
  async (id, f) => {
    const event = { studioId: id, section: 'studio' } as const;
    const changed = await database.transaction(async (query) => {
      const { rows } = await query('SELECT labels, version FROM studios WHERE id = $1 FOR UPDATE', [id]);
      if (rows[0] === undefined) return undefined;
      const after = f(labelsOf(rows[0]));
      if (E.isLeft(after)) return after;
      await query('UPDATE studios SET labels = $2 WHERE id = $1', [id, JSON.stringify(after.right.labels)]);
      await writeHistoryEntry(query, id, after.right.historyEntry, Number(rows[0]['version']));
      await publishToOthers(query, event);
      return E.right(after.right.labels);
    });
    if (changed !== undefined && E.isRight(changed)) publish(event);
    return changed;
  };

/** Returns what replaces the assertions of a studio. */
export const changeAssertions =
  ({ database, publishToOthers, publish }: PostgresStoreDeps): StudioStore['changeAssertions'] =>
  async (id, f) => {
    const event = { studioId: id, section: 'access' } as const;
    const changed = await database.transaction(async (query) => {
      const entry = await findStudio(query, id, 'FOR UPDATE');
      const after = entry && f(entry);
      if (after === undefined || E.isLeft(after)) return after;
      const { assertions, historyEntry } = after.right;
      const stored = assertions.length === 0 ? null : JSON.stringify(assertions);
      await query('UPDATE studios SET assertions = $2 WHERE id = $1', [id, stored]);
      await writeHistoryEntry(query, id, historyEntry, entry?.configuration.version ?? null);
      await publishToOthers(query, event);
      return E.right(assertions);
    });
    if (changed !== undefined && E.isRight(changed)) publish(event);
    return changed;
  };
