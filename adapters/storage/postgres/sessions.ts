// Sessions in PostgreSQL.
import type { OperatorStore } from '../../../application/ports/console-store.js';
import type { PostgresStoreDeps } from './notifications.js';

type SessionStore = Pick<OperatorStore, 'addSession' | 'session' | 'removeSession' | 'removeSessionsExpiredBy'>;

const sessionsChanged = { studioId: null, section: 'sessions' } as const;

const add = 'INSERT INTO sessions (key_hash, username, expires_at_ms) VALUES ($1, $2, $3)';

const endOldest = `DELETE FROM sessions WHERE key_hash IN (SELECT key_hash FROM sessions
  WHERE username = $1 AND key_hash <> $2 ORDER BY expires_at_ms DESC OFFSET $3)`;

/** Creates the session store over an open database. */
export const postgresSessions = ({ database, publishToOthers, publish }: PostgresStoreDeps): SessionStore => ({
  addSession: async ({ keyHash, username, expiresAt }, maxSessions) => {
    const ended = await database.transaction(async (query) => {
      await query(add, [keyHash, username, expiresAt]);
      const { count } = await query(endOldest, [username, keyHash, maxSessions - 1]);
      if (count > 0) await publishToOthers(query, sessionsChanged);
      return count;
    });
    if (ended > 0) publish(sessionsChanged);
  },
  session: async (keyHash) => {
    const { rows } = await database.query('SELECT username, expires_at_ms FROM sessions WHERE key_hash = $1', [
      keyHash,
    ]);
    const [row] = rows;
    return row && { keyHash, username: String(row['username']), expiresAt: Number(row['expires_at_ms']) };
  },
  removeSession: async (keyHash) => {
    await database.transaction(async (query) => {
      await query('DELETE FROM sessions WHERE key_hash = $1', [keyHash]);
      await publishToOthers(query, sessionsChanged);
    });
    publish(sessionsChanged);
  },
  removeSessionsExpiredBy: async (now) => {
    await database.query('DELETE FROM sessions WHERE expires_at_ms <= $1', [now]);
  },
});
