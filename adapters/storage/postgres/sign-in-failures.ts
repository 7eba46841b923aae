// Failed sign-ins in PostgreSQL, shared by all console processes.
import type { OperatorStore } from '../../../application/ports/console-store.js';
import { noFailures, type FailedSignIns } from '../../../domain/access/sign-in-delay.js';
import { everyNth, maxFailedAddresses, pruneFailuresEvery } from '../console-rows.js';
import type { Database, Query } from './database.js';

const time = (value: unknown): number => (value === null ? -Infinity : Number(value));
const timeOrNull = (ms: number): number | null => (ms === -Infinity ? null : ms);

const upsert = `INSERT INTO failed_sign_ins (address, count, last_ms, forgiven_at_ms) VALUES ($1, $2, $3, $4)
  ON CONFLICT (address) DO UPDATE
  SET count = excluded.count, last_ms = excluded.last_ms, forgiven_at_ms = excluded.forgiven_at_ms`;

const prune = `DELETE FROM failed_sign_ins WHERE address IN (SELECT address FROM failed_sign_ins
  WHERE (last_ms IS NULL) = $1 ORDER BY coalesce(last_ms, forgiven_at_ms) DESC OFFSET ${String(maxFailedAddresses)} FOR UPDATE SKIP LOCKED)`;

/** Locks the address by its hash, as a new address has no row to lock. */
const lock = 'SELECT pg_advisory_xact_lock(727884, hashtext($1))';

const find = async (query: Query, address: string): Promise<FailedSignIns> => {
  const { rows } = await query('SELECT count, last_ms, forgiven_at_ms FROM failed_sign_ins WHERE address = $1', [
    address,
  ]);
  const [row] = rows;
  if (row === undefined) return noFailures;
  return { count: Number(row['count']), last: time(row['last_ms']), forgivenAt: time(row['forgiven_at_ms']) };
};

/** Creates the store of failed sign-ins over an open database. */
export const postgresSignInFailures = ({ transaction }: Database): Pick<OperatorStore, 'changeFailures'> => {
  const isPruningDue = everyNth(pruneFailuresEvery);
  return {
    changeFailures: (address, f) =>
      transaction(async (query) => {
        await query(lock, [address]);
        const before = await find(query, address);
        const after = f(before);
        if (after === before) return before;
        await query(upsert, [address, after.count, timeOrNull(after.last), timeOrNull(after.forgivenAt)]);
        if (isPruningDue()) for (const isWithoutFailure of [false, true]) await query(prune, [isWithoutFailure]);
        return before;
      }),
  };
};
