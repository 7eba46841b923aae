// Sessions in the embedded database.
import type { OperatorStore } from '../../../application/ports/console-store.js';
import { sessionColumns, sessionOf, sessionValues } from '../console-rows.js';
import type { SqliteStoreDeps } from './history.js';
import { inTransaction } from './schema.js';
import { toPromise } from './to-promise.js';

type SessionStore = Pick<
  OperatorStore,
  'addSession' | 'session' | 'sessionsOf' | 'useSession' | 'removeSessions' | 'removeSessionsExpiredBy'
>;

/** Creates the session store over an open database. */
export const sqliteSessions = ({ database, publish }: Pick<SqliteStoreDeps, 'database' | 'publish'>): SessionStore => {
  const add = database.prepare(`INSERT INTO sessions (${sessionColumns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`);
  const endOldest = database.prepare(
    `DELETE FROM sessions WHERE key_hash IN (SELECT key_hash FROM sessions
     WHERE username = ? AND key_hash <> ? ORDER BY expires_at_ms DESC, rowid DESC LIMIT -1 OFFSET ?)`,
  );
  const select = database.prepare(`SELECT ${sessionColumns} FROM sessions WHERE key_hash = ?`);
  const selectOf = database.prepare(
    `SELECT ${sessionColumns} FROM sessions WHERE username = ? ORDER BY last_used_at_ms DESC, id`,
  );
  const use = database.prepare(
    'UPDATE sessions SET last_used_at_ms = ?1, address = ?2 WHERE key_hash = ?3 AND last_used_at_ms < ?1',
  );
  const remove = database.prepare('DELETE FROM sessions WHERE key_hash = ?');
  const removeExpired = database.prepare('DELETE FROM sessions WHERE expires_at_ms <= ?');

  return {
    addSession: (session, maxSessions) =>
      toPromise(() => {
        const ended = inTransaction(database, () => {
          add.run(...sessionValues(session));
          return endOldest.run(session.username, session.keyHash, maxSessions - 1).changes;
        });
        if (ended > 0) publish({ studioId: null, section: 'sessions' });
      }),
    session: (keyHash) =>
      toPromise(() => {
        const row = select.get(keyHash);
        return row && sessionOf(row);
      }),
    sessionsOf: (username) => toPromise(() => selectOf.all(username).map(sessionOf)),
    useSession: (keyHash, { lastUsedAt, address }) => toPromise(() => void use.run(lastUsedAt, address, keyHash)),
    removeSessions: (keyHashes) =>
      toPromise(() => {
        inTransaction(database, () => {
          for (const keyHash of keyHashes) remove.run(keyHash);
        });
        publish({ studioId: null, section: 'sessions' });
      }),
    removeSessionsExpiredBy: (now) => toPromise(() => void removeExpired.run(now)),
  };
};
