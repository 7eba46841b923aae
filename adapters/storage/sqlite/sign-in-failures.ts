// Failed sign-ins in the embedded database.
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { OperatorStore } from '../../../application/ports/console-store.js';
import { noFailures, type FailedSignIns } from '../../../domain/access/sign-in-delay.js';
import { everyNth, maxFailedAddresses, pruneFailuresEvery } from '../console-rows.js';
import { inTransaction } from './schema.js';
import { toPromise } from './to-promise.js';

const time = (value: SQLOutputValue | undefined): number => (typeof value === 'number' ? value : -Infinity);
const timeOrNull = (ms: number): number | null => (ms === -Infinity ? null : ms);

/** Creates the store of failed sign-ins over an open database. */
export const sqliteSignInFailures = (database: DatabaseSync): Pick<OperatorStore, 'changeFailures'> => {
  const select = database.prepare('SELECT count, last_ms, forgiven_at_ms FROM failed_sign_ins WHERE address = ?');
  const upsert = database.prepare(
    `INSERT INTO failed_sign_ins (address, count, last_ms, forgiven_at_ms) VALUES (?, ?, ?, ?) ON CONFLICT (address)
     DO UPDATE SET count = excluded.count, last_ms = excluded.last_ms, forgiven_at_ms = excluded.forgiven_at_ms`,
  );
  const prune = database.prepare(
    `DELETE FROM failed_sign_ins WHERE address IN (SELECT address FROM failed_sign_ins WHERE (last_ms IS NULL) = ?
     ORDER BY coalesce(last_ms, forgiven_at_ms) DESC LIMIT -1 OFFSET ${String(maxFailedAddresses)})`,
  );

  const isPruningDue = everyNth(pruneFailuresEvery);

  const find = (address: string): FailedSignIns => {
    const row = select.get(address);
    if (row === undefined) return noFailures;
    return { count: Number(row['count']), last: time(row['last_ms']), forgivenAt: time(row['forgiven_at_ms']) };
  };

  return {
    changeFailures: (address, f) =>
      toPromise(() => {
        const before = find(address);
        const after = f(before);
        if (after === before) return before;
        inTransaction(database, () => {
          upsert.run(address, after.count, timeOrNull(after.last), timeOrNull(after.forgivenAt));
          if (isPruningDue()) for (const isWithoutFailure of [0, 1]) prune.run(isWithoutFailure);
        });
        return before;
      }),
  };
};
