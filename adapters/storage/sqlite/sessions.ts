// Who is signed in, in the embedded database.
import type { DatabaseSync } from 'node:sqlite';
import type { OperatorStore } from '../../../application/ports/console-store.js';
import type { SqliteNotifications } from './notifications.js';
import { inTransaction } from './schema.js';
import { toPromise } from './to-promise.js';

type SessionStore = Pick<OperatorStore, 'addSession' | 'session' | 'removeSession' | 'removeSessionsExpiredBy'>;

/** The store of sessions over an open database. */
export const sqliteSessions = ({
  database,
  say,
}: {
  readonly database: DatabaseSync;
  readonly say: SqliteNotifications['say'];
}): SessionStore => {
  const add = database.prepare('INSERT INTO sessions (key_hash, username, expires_at_ms) VALUES (?, ?, ?)');
  const endOldest = database.prepare(
    `DELETE FROM sessions WHERE key_hash IN (SELECT key_hash FROM sessions
     WHERE username = ? AND key_hash <> ? ORDER BY expires_at_ms DESC LIMIT -1 OFFSET ?)`,
  );
  const one = database.prepare('SELECT key_hash, username, expires_at_ms FROM sessions WHERE key_hash = ?');
  const remove = database.prepare('DELETE FROM sessions WHERE key_hash = ?');
  const removeExpired = database.prepare('DELETE FROM sessions WHERE expires_at_ms <= ?');

  return {
    addSession: ({ keyHash, username, expiresAt }, most) =>
      toPromise(() => {
        const ended = inTransaction(database, () => {
          add.run(keyHash, username, expiresAt);
          return endOldest.run(username, keyHash, most - 1).changes;
        });
        if (ended > 0) say({ studioId: null, section: 'sessions' });
      }),
    session: (keyHash) =>
      toPromise(() => {
        const row = one.get(keyHash);
        return row && { keyHash, username: String(row['username']), expiresAt: Number(row['expires_at_ms']) };
      }),
    removeSession: (keyHash) =>
      toPromise(() => {
        remove.run(keyHash);
        say({ studioId: null, section: 'sessions' });
      }),
    removeSessionsExpiredBy: (now) => toPromise(() => void removeExpired.run(now)),
  };
};
