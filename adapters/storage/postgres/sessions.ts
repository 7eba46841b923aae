// Sessions in PostgreSQL.
import type { OperatorStore } from '../../../application/ports/console-store.js';
import { sessionColumns, sessionOf, sessionValues } from '../console-rows.js';
import type { PostgresStoreDeps } from './notifications.js';

type SessionStore = Pick<
  OperatorStore,
  'addSession' | 'session' | 'sessionsOf' | 'useSession' | 'removeSessions' | 'removeSessionsExpiredBy'
>;

const sessionsChanged = { studioId: null, section: 'sessions' } as const;

const add = `INSERT INTO sessions (${sessionColumns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`;

const endOldest = `DELETE FROM sessions WHERE key_hash IN (SELECT key_hash FROM sessions
  WHERE username = $1 AND key_hash <> $2 ORDER BY expires_at_ms DESC OFFSET $3)`;

const ofOperator = `SELECT ${sessionColumns} FROM sessions WHERE username = $1 ORDER BY last_used_at_ms DESC, id`;

const use = 'UPDATE sessions SET last_used_at_ms = $1, address = $2 WHERE key_hash = $3 AND last_used_at_ms < $1';

/** Creates the session store over an open database. */
export const postgresSessions = ({ database, publishToOthers, publish }: PostgresStoreDeps): SessionStore => ({
  addSession: async (session, maxSessions) => {
    const ended = await database.transaction(async (query) => {
      await query(add, sessionValues(session));
      const { count } = await query(endOldest, [session.username, session.keyHash, maxSessions - 1]);
      if (count > 0) await publishToOthers(query, sessionsChanged);
      return count;
    });
    if (ended > 0) publish(sessionsChanged);
  },
  session: async (keyHash) => {
    const { rows } = await database.query(`SELECT ${sessionColumns} FROM sessions WHERE key_hash = $1`, [keyHash]);
    return rows[0] && sessionOf(rows[0]);
  },
  sessionsOf: async (username) => (await database.query(ofOperator, [username])).rows.map(sessionOf),
  useSession: async (keyHash, { lastUsedAt, address }) => {
    await database.query(use, [lastUsedAt, address, keyHash]);
  },
  removeSessions: async (keyHashes) => {
    await database.transaction(async (query) => {
      await query('DELETE FROM sessions WHERE key_hash = ANY($1)', [keyHashes]);
      await publishToOthers(query, sessionsChanged);
    });
    publish(sessionsChanged);
  },
  removeSessionsExpiredBy: async (now) => {
    await database.query('DELETE FROM sessions WHERE expires_at_ms <= $1', [now]);
  },
});
