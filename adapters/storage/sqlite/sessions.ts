// Sessions in the embedded database.
import type { OperatorStore } from '../../../application/ports/console-store.js';
import type { SqliteStoreDeps } from './history.js';
import { inTransaction } from './schema.js';
import { toPromise } from './to-promise.js';

type SessionStore = Pick<OperatorStore, 'addSession' | 'session' | 'removeSession' | 'removeSessionsExpiredBy'>;

/** Creates the session store over an open database. */
export const sqliteSessions = ({ database, publish }: Pick<SqliteStoreDeps, 'database' | 'publish'>): SessionStore => {
  const add = database.prepare('INSERT INTO sessions (key_hash, username, expires_at_ms) VALUES (?, ?, ?)');
  const endOldest = database.prepare(
    `DELETE FROM sessions WHERE key_hash IN (SELECT key_hash FROM sessions
     WHERE username = ? AND key_hash <> ? ORDER BY expires_at_ms DESC LIMIT -1 OFFSET ?)`,
  );
  const select = database.prepare('SELECT key_hash, username, expires_at_ms FROM sessions WHERE key_hash = ?');
  const remove = database.prepare('DELETE FROM sessions WHERE key_hash = ?');
  const removeExpired = database.prepare('DELETE FROM sessions WHERE expires_at_ms <= ?');

  return {
    addSession: ({ keyHash, username, expiresAt }, maxSessions) =>
      toPromise(() => {
        const ended = inTransaction(database, () => {
          add.run(keyHash, username, expiresAt);
          return endOldest.run(username, keyHash, maxSessions - 1).changes;
        });
        if (ended > 0) publish({ studioId: null, section: 'sessions' });
      }),
    session: (keyHash) =>
      toPromise(() => {
        const row = select.get(keyHash);
        return row && { keyHash, username: String(row['username']), expiresAt: Number(row['expires_at_ms']) };
      }),
    removeSession: (keyHash) =>
      toPromise(() => {
        remove.run(keyHash);
        publish({ studioId: null, section: 'sessions' });
      }),
    removeSessionsExpiredBy: (now) => toPromise(() => void removeExpired.run(now)),
  };
};
