// Operators and their sessions in the embedded database.
import type { DatabaseSync } from 'node:sqlite';
import * as E from 'fp-ts/lib/Either.js';
import type { OperatorStore } from '../../../application/console/ports.js';
import { PasswordHash } from '../../../domain/console/operator.js';
import { inTransaction } from './schema.js';
import { soon } from './soon.js';

const passwordOf = (text: string): PasswordHash => {
  const read = PasswordHash.decode(JSON.parse(text));
  if (E.isLeft(read)) throw new Error('a password in the database is unsound');
  return read.right;
};

/** The store of operators over an open database. */
export const operatorStore = (database: DatabaseSync): OperatorStore => {
  const one = database.prepare('SELECT username, password FROM operators WHERE username = ?');
  const any = database.prepare('SELECT 1 FROM operators LIMIT 1');
  const put = database.prepare(
    'INSERT INTO operators (username, password) VALUES (?, ?) ON CONFLICT (username) DO UPDATE SET password = excluded.password',
  );
  const signOut = database.prepare('DELETE FROM sessions WHERE username = ?');
  const addSession = database.prepare('INSERT INTO sessions (key_hash, username, expires_at_ms) VALUES (?, ?, ?)');
  const session = database.prepare('SELECT key_hash, username, expires_at_ms FROM sessions WHERE key_hash = ?');
  const removeSession = database.prepare('DELETE FROM sessions WHERE key_hash = ?');
  const removeExpired = database.prepare('DELETE FROM sessions WHERE expires_at_ms <= ?');

  return {
    operator: (username) =>
      soon(() => {
        const row = one.get(username);
        return row && { username: String(row['username']), password: passwordOf(String(row['password'])) };
      }),
    hasOperators: () => soon(() => any.get() !== undefined),
    setOperator: ({ username, password }) =>
      soon(() => {
        inTransaction(database, () => {
          put.run(username, JSON.stringify(PasswordHash.encode(password)));
          signOut.run(username);
        });
      }),
    addSession: ({ keyHash, username, expiresAt }) => soon(() => void addSession.run(keyHash, username, expiresAt)),
    session: (keyHash) =>
      soon(() => {
        const row = session.get(keyHash);
        return row && { keyHash, username: String(row['username']), expiresAt: Number(row['expires_at_ms']) };
      }),
    removeSession: (keyHash) => soon(() => void removeSession.run(keyHash)),
    removeSessionsExpiredBy: (now) => soon(() => void removeExpired.run(now)),
  };
};
