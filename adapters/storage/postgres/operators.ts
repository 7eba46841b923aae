// Operators in PostgreSQL.
import * as E from 'fp-ts/lib/Either.js';
import type { OperatorStore } from '../../../application/ports/console-store.js';
import { PasswordHash, Role, type Operator } from '../../../domain/console/operator.js';
import type { Operators } from '../../../domain/console/operators.js';
import type { Query, PostgresRow } from './database.js';
import { postgresSignInFailures } from './sign-in-failures.js';
import { writeHistoryEntry } from './history.js';
import { postgresSessions, type PostgresOperatorsDeps } from './sessions.js';
import { postgresConfiguredPassword } from './configured-password.js';

const operatorOf = (row: PostgresRow): Operator => {
  const [password, role] = [PasswordHash.decode(row['password']), Role.decode(row['role'])];
  if (E.isLeft(password) || E.isLeft(role)) throw new Error('an operator in the database is unsound');
  return { username: String(row['username']), role: role.right, password: password.right };
};

const list = async (query: Query): Promise<Operators> => {
  const { rows } = await query('SELECT username, role, password FROM operators ORDER BY username COLLATE "C"');
  return rows.map(operatorOf);
};

const put = `INSERT INTO operators (username, role, password) VALUES ($1, $2, $3)
  ON CONFLICT (username) DO UPDATE SET role = excluded.role, password = excluded.password`;

const write = async (query: Query, before: Operators, after: Operators, spared: string): Promise<void> => {
  const names = after.map(({ username }) => username);
  await query('DELETE FROM operators WHERE username <> ALL($1)', [names]);
  for (const operator of after.filter((one) => !before.includes(one))) {
    const { username, role, password } = operator;
    await query(put, [username, role, JSON.stringify(PasswordHash.encode(password))]);
    await query('DELETE FROM sessions WHERE username = $1 AND key_hash <> $2', [username, spared]);
  }
};

const told = { studioId: null, section: 'operators' } as const;

const changing =
  ({ database, post, say }: PostgresOperatorsDeps): OperatorStore['changeOperators'] =>
  async (f, spared = '') => {
    const answer = await database.transaction(async (query) => {
      await query('LOCK TABLE operators IN SHARE ROW EXCLUSIVE MODE');
      const before = await list(query);
      const changed = f(before);
      if (E.isLeft(changed)) return changed;
      const { operators, note } = changed.right;
      await write(query, before, operators, spared);
      await writeHistoryEntry(query, null, note, null);
      await post(query, told);
      return E.right(operators);
    });
    if (E.isRight(answer)) say(told);
    return answer;
  };

/** The store of operators over an open database. */
export const postgresOperators = (needs: PostgresOperatorsDeps): OperatorStore => {
  const { query } = needs.database;
  return {
    ...postgresSignInFailures(needs.database),
    ...postgresSessions(needs),
    ...postgresConfiguredPassword(needs.database),
    operators: () => list(query),
    operator: async (username) => {
      const { rows } = await query('SELECT username, role, password FROM operators WHERE username = $1', [username]);
      return rows[0] && operatorOf(rows[0]);
    },
    changeOperators: changing(needs),
  };
};
