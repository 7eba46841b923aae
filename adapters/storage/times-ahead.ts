// The times of the console's databases that are compared with the clock, and how far each may be ahead of it (CONSOLE-37).
import { maxKeyOverlapMs } from '../../domain/console/studio-key.js';

/** How far a column may be ahead of the clock: not at all, as long as a session lasts, or as long as an old studio key is valid. */
const columns = {
  now: [
    ['failed_sign_ins', 'last_ms'],
    ['failed_sign_ins', 'forgiven_at_ms'],
    ['sessions', 'created_at_ms'],
    ['sessions', 'last_used_at_ms'],
    ['api_tokens', 'created_at_ms'],
    ['api_tokens', 'revoked_at_ms'],
    ['api_tokens', 'last_used_at_ms'],
    ['studios', 'applied_at_ms'],
    ['studios', 'confirmed_at_ms'],
    ['studios', 'disconnected_at_ms'],
    ['last_calls', 'time_ms'],
    ['old_token_calls', 'time_ms'],
    ['refused_callers', 'last_time_ms'],
  ],
  session: [['sessions', 'expires_at_ms']],
  oldKey: [['studios', 'old_key_until_ms']],
} as const;

/** A statement that sets a column back to a time, its only parameter, where it is later. */
export interface SetBack {
  readonly sql: string;
  readonly timeMs: number;
}

/** Returns the statements that set back what is ahead of the clock. `parameter` is the SQL of the first parameter. */
export const setBackAll = (parameter: string, nowMs: number, sessionMs: number): readonly SetBack[] => {
  const latest = { now: nowMs, session: nowMs + sessionMs, oldKey: nowMs + maxKeyOverlapMs };
  return (Object.keys(columns) as (keyof typeof columns)[]).flatMap((kind) =>
    columns[kind].map(([table, column]) => ({
      sql: `UPDATE ${table} SET ${column} = ${parameter} WHERE ${column} > ${parameter}`,
      timeMs: latest[kind],
    })),
  );
};
