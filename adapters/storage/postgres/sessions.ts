// Who is signed in, in PostgreSQL.
import type { OperatorStore } from '../../../application/console/ports.js';
import type { OperatorNeeds } from './operators.js';

type SessionStore = Pick<OperatorStore, 'addSession' | 'session' | 'removeSession' | 'removeSessionsExpiredBy'>;

const told = { studioId: null, section: 'sessions' } as const;

/** The store of sessions over an open database. */
export const sessionStore = ({ database, post, say }: OperatorNeeds): SessionStore => ({
  addSession: async ({ keyHash, username, expiresAt }) => {
    const values = [keyHash, username, expiresAt];
    await database.query('INSERT INTO sessions (key_hash, username, expires_at_ms) VALUES ($1, $2, $3)', values);
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
      await post(query, told);
    });
    say(told);
  },
  removeSessionsExpiredBy: async (now) => {
    await database.query('DELETE FROM sessions WHERE expires_at_ms <= $1', [now]);
  },
});
