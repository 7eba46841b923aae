// Operators in the embedded database.
import type { SQLOutputValue } from 'node:sqlite';
import * as E from 'fp-ts/lib/Either.js';
import type { OperatorStore } from '../../../application/ports/console-store.js';
import { PasswordHash, Role, type Operator } from '../../../domain/console/operator.js';
import type { Operators } from '../../../domain/console/operators.js';
import { sqliteSignInFailures } from './sign-in-failures.js';
import type { SqliteStoreDeps } from './history.js';
import { inTransaction } from './schema.js';
import { sqliteSessions } from './sessions.js';
import { toPromise } from './to-promise.js';
import { sqliteConfiguredPassword } from './configured-password.js';

const operatorOf = (row: Record<string, SQLOutputValue>): Operator => {
  const [password, role] = [PasswordHash.decode(JSON.parse(String(row['password']))), Role.decode(row['role'])];
  if (E.isLeft(password) || E.isLeft(role)) throw new Error('an operator in the database is invalid');
  return { username: String(row['username']), role: role.right, password: password.right };
};

/** Creates the operator store over an open database. */
export const sqliteOperators = ({ database, writeHistoryEntry, publish }: SqliteStoreDeps): OperatorStore => {
  const selectAll = database.prepare('SELECT username, role, password FROM operators ORDER BY username');
  const selectOne = database.prepare('SELECT username, role, password FROM operators WHERE username = ?');
  const upsert = database.prepare(
    `INSERT INTO operators (username, role, password) VALUES (?, ?, ?)
     ON CONFLICT (username) DO UPDATE SET role = excluded.role, password = excluded.password`,
  );
  const remove = database.prepare('DELETE FROM operators WHERE username = ?');
  const signOut = database.prepare('DELETE FROM sessions WHERE username = ? AND key_hash <> ?');

  const write = (before: Operators, after: Operators, exceptSession: string): void => {
    for (const { username } of before) if (!after.some((other) => other.username === username)) remove.run(username);
    for (const operator of after) {
      if (before.includes(operator)) continue;
      const { username, role, password } = operator;
      upsert.run(username, role, JSON.stringify(PasswordHash.encode(password)));
      signOut.run(username, exceptSession);
    }
  };

  const changeOperators: OperatorStore['changeOperators'] = (f, exceptSession = '') =>
    toPromise(() => {
      const before = selectAll.all().map(operatorOf);
      const changed = f(before);
      if (E.isLeft(changed)) return changed;
      inTransaction(database, () => {
        write(before, changed.right.operators, exceptSession);
        writeHistoryEntry(null, changed.right.historyEntry, null);
      });
      publish({ studioId: null, section: 'operators' });
      return E.right(changed.right.operators);
    });

  return {
    ...sqliteSignInFailures(database),
    ...sqliteSessions({ database, publish }),
    ...sqliteConfiguredPassword(database),
    operators: () => toPromise(() => selectAll.all().map(operatorOf)),
    operator: (username) =>
      toPromise(() => {
        const row = selectOne.get(username);
        return row && operatorOf(row);
      }),
    changeOperators,
  };
};
