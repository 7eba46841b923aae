// Operators in PostgreSQL.
import * as E from 'fp-ts/lib/Either.js';
import type { OperatorStore } from '../../../application/ports/console-store.js';
import { PasswordHash, Role, type Operator } from '../../../domain/console/operator.js';
import type { Operators } from '../../../domain/console/operators.js';
import type { Query, PostgresRow } from './database.js';
import { postgresSignInFailures } from './sign-in-failures.js';
import { writeHistoryEntry } from './history.js';
import type { PostgresStoreDeps } from './notifications.js';
import { postgresSessions } from './sessions.js';
import { postgresConfiguredPassword } from './configured-password.js';

const operatorOf = (row: PostgresRow): Operator => {
  const [password, role] = [PasswordHash.decode(row['password']), Role.decode(row['role'])];
  if (E.isLeft(password) || E.isLeft(role)) throw new Error('an operator in the database is invalid');
  return { username: String(row['username']), role: role.right, password: password.right };
};

const list = async (query: Query): Promise<Operators> => {
  const { rows } = await query('SELECT username, role, password FROM operators ORDER BY username COLLATE "C"');
  return rows.map(operatorOf);
};

const upsert = `INSERT INTO operators (username, role, password) VALUES ($1, $2, $3)
  ON CONFLICT (username) DO UPDATE SET role = excluded.role, password = excluded.password`;

const write = async (query: Query, before: Operators, after: Operators, exceptSession: string): Promise<void> => {
  const names = after.map(({ username }) => username);
  await query('DELETE FROM operators WHERE username <> ALL($1)', [names]);
  for (const operator of after.filter((one) => !before.includes(one))) {
    const { username, role, password } = operator;
    await query(upsert, [username, role, JSON.stringify(PasswordHash.encode(password))]);
    await query('DELETE FROM sessions WHERE username = $1 AND key_hash <> $2', [username, exceptSession]);
  }
};

const operatorsChanged = { studioId: null, section: 'operators' } as const;

const changeOperators =
  ({ database, publishToOthers, publish }: PostgresStoreDeps): OperatorStore['changeOperators'] =>
  async (f, exceptSession = '') => {
    const result = await database.transaction(async (query) => {
      await query('LOCK TABLE operators IN SHARE ROW EXCLUSIVE MODE');
      const before = await list(query);
      const changed = f(before);
      if (E.isLeft(changed)) return changed;
      const { operators, historyEntry } = changed.right;
      await write(query, before, operators, exceptSession);
      await writeHistoryEntry(query, null, historyEntry, null);
      await publishToOthers(query, operatorsChanged);
      return E.right(operators);
    });
    if (E.isRight(result)) publish(operatorsChanged);
    return result;
  };

/** Creates the operator store over an open database. */
export const postgresOperators = (deps: PostgresStoreDeps): OperatorStore => {
  const { query } = deps.database;
  return {
    ...postgresSignInFailures(deps.database),
    ...postgresSessions(deps),
    ...postgresConfiguredPassword(deps.database),
    operators: () => list(query),
    operator: async (username) => {
      const { rows } = await query('SELECT username, role, password FROM operators WHERE username = $1', [username]);
      return rows[0] && operatorOf(rows[0]);
    },
    changeOperators: changeOperators(deps),
  };
};
