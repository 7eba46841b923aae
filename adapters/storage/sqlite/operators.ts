// Operators in the embedded database.
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import * as E from 'fp-ts/lib/Either.js';
import type { OperatorStore } from '../../../application/ports/console-store.js';
import { PasswordHash, Role, type Operator } from '../../../domain/console/operator.js';
import type { Operators } from '../../../domain/console/operators.js';
import type { SqliteNotifications } from './notifications.js';
import { sqliteSignInFailures } from './sign-in-failures.js';
import type { WriteHistoryEntry } from './history.js';
import { inTransaction } from './schema.js';
import { sqliteSessions } from './sessions.js';
import { toPromise } from './to-promise.js';
import { sqliteConfiguredPassword } from './configured-password.js';

const operatorOf = (row: Record<string, SQLOutputValue>): Operator => {
  const [password, role] = [PasswordHash.decode(JSON.parse(String(row['password']))), Role.decode(row['role'])];
  if (E.isLeft(password) || E.isLeft(role)) throw new Error('an operator in the database is unsound');
  return { username: String(row['username']), role: role.right, password: password.right };
};

/** What the store of operators works with. */
export interface SqliteOperatorsDeps {
  readonly database: DatabaseSync;
  readonly note: WriteHistoryEntry;
  readonly say: SqliteNotifications['say'];
}

/** The store of operators over an open database. */
export const sqliteOperators = ({ database, note, say }: SqliteOperatorsDeps): OperatorStore => {
  const all = database.prepare('SELECT username, role, password FROM operators ORDER BY username');
  const one = database.prepare('SELECT username, role, password FROM operators WHERE username = ?');
  const put = database.prepare(
    `INSERT INTO operators (username, role, password) VALUES (?, ?, ?)
     ON CONFLICT (username) DO UPDATE SET role = excluded.role, password = excluded.password`,
  );
  const remove = database.prepare('DELETE FROM operators WHERE username = ?');
  const signOut = database.prepare('DELETE FROM sessions WHERE username = ? AND key_hash <> ?');

  const write = (before: Operators, after: Operators, spared: string): void => {
    for (const { username } of before) if (!after.some((other) => other.username === username)) remove.run(username);
    for (const operator of after) {
      if (before.includes(operator)) continue;
      const { username, role, password } = operator;
      put.run(username, role, JSON.stringify(PasswordHash.encode(password)));
      signOut.run(username, spared);
    }
  };

  const changeOperators: OperatorStore['changeOperators'] = (f, spared = '') =>
    toPromise(() => {
      const before = all.all().map(operatorOf);
      const changed = f(before);
      if (E.isLeft(changed)) return changed;
      inTransaction(database, () => {
        write(before, changed.right.operators, spared);
        note(null, changed.right.note, null);
      });
      say({ studioId: null, section: 'operators' });
      return E.right(changed.right.operators);
    });

  return {
    ...sqliteSignInFailures(database),
    ...sqliteSessions({ database, say }),
    ...sqliteConfiguredPassword(database),
    operators: () => toPromise(() => all.all().map(operatorOf)),
    operator: (username) =>
      toPromise(() => {
        const row = one.get(username);
        return row && operatorOf(row);
      }),
    changeOperators,
  };
};
