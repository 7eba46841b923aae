// Operators in PostgreSQL.
import * as E from 'fp-ts/lib/Either.js';
import type { OperatorStore } from '../../../application/ports/console-store.js';
import { type Operator, firstOperator, PasswordHash } from '../../../domain/console/operator.js';
import { endsSessions, type Operators } from '../../../domain/console/operators.js';
import {
  jsonOf,
  operatorAssignments,
  operatorColumns,
  operatorOf,
  operatorRoles,
  operatorValues,
} from '../console-rows.js';
import type { Query, PostgresRow, Database } from './database.js';
import { postgresSignInFailures } from './sign-in-failures.js';
import { writeHistoryEntry } from './history.js';
import type { PostgresStoreDeps } from './notifications.js';
import { postgresSessions } from './sessions.js';
import { studioRoleWriter } from './studio-roles.js';

const savePassword = `INSERT INTO told_passwords (username, password) VALUES ($1, $2)
  ON CONFLICT (username) DO UPDATE SET password = excluded.password`;

/** Creates the store of the configured password. */
const postgresConfiguredPassword = ({
  query,
}: Database): Pick<OperatorStore, 'configuredPassword' | 'saveConfiguredPassword'> => ({
  configuredPassword: async () => {
    const { rows } = await query('SELECT password FROM told_passwords WHERE username = $1', [firstOperator]);
    const read = PasswordHash.decode(rows[0]?.['password']);
    return E.isRight(read) ? read.right : undefined;
  },
  saveConfiguredPassword: async (password) => {
    await query(savePassword, [firstOperator, JSON.stringify(PasswordHash.encode(password))]);
  },
});

const columns = operatorColumns.join(', ');

const select = `SELECT ${columns}, (SELECT json_object_agg(studio_id, studio_roles.role ORDER BY studio_id COLLATE "C")
  FROM studio_roles WHERE studio_roles.username = operators.username) AS studio_roles FROM operators`;

const parsed = (row: PostgresRow): Operator =>
  operatorOf({
    ...row,
    password: row['password'],
    studioRoles: row['studio_roles'],
    secondFactor: row['second_factor'],
    invitation: row['invitation'],
  });

const list = async (query: Query): Promise<Operators> => {
  const { rows } = await query(`${select} ORDER BY username COLLATE "C"`);
  return rows.map(parsed);
};

const upsert = `INSERT INTO operators (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  ON CONFLICT (username) DO UPDATE SET ${operatorAssignments}`;

const addRoles = studioRoleWriter(operatorRoles);

const writeOne = async (query: Query, operator: Operator): Promise<void> => {
  const { username, studioRoles } = operator;
  await query(upsert, operatorValues(operator));
  await query('DELETE FROM studio_roles WHERE username = $1', [username]);
  await addRoles(query, username, studioRoles);
};

const write = async (query: Query, before: Operators, after: Operators, exceptSession: string): Promise<void> => {
  const names = after.map(({ username }) => username);
  await query('DELETE FROM operators WHERE username <> ALL($1)', [names]);
  for (const operator of after.filter((one) => !before.includes(one))) {
    await writeOne(query, operator);
    const { username } = operator;
    const old = before.find((one) => one.username === username);
    if (endsSessions(old, operator))
      await query('DELETE FROM sessions WHERE username = $1 AND key_hash <> $2', [username, exceptSession]);
  }
};

/** Excludes all other changes of operators. */
const lockOperators = 'LOCK TABLE operators IN SHARE ROW EXCLUSIVE MODE';

const operatorsChanged = { studioId: null, section: 'operators' } as const;

const changeOperators =
  ({ database, publishToOthers, publish }: PostgresStoreDeps): OperatorStore['changeOperators'] =>
  async (f, exceptSession = '') => {
    const result = await database.transaction(async (query) => {
      await query(lockOperators);
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

const one = async (query: Query, username: string): Promise<Operator | undefined> => {
  const { rows } = await query(`${select} WHERE username = $1`, [username]);
  return rows[0] && parsed(rows[0]);
};

const changeSecondFactor =
  ({ database }: PostgresStoreDeps): OperatorStore['changeSecondFactor'] =>
  (username, f) =>
    database.transaction(async (query) => {
      await query(lockOperators);
      const before = (await one(query, username))?.secondFactor;
      const after = before && f(before);
      if (after === undefined) return false;
      await query('UPDATE operators SET second_factor = $1 WHERE username = $2', [jsonOf(after), username]);
      return true;
    });

/** Creates the operator store over an open database. */
export const postgresOperators = (deps: PostgresStoreDeps): OperatorStore => {
  const { query } = deps.database;
  return {
    ...postgresSignInFailures(deps.database),
    ...postgresSessions(deps),
    ...postgresConfiguredPassword(deps.database),
    operators: () => list(query),
    operator: (username) => one(query, username),
    changeOperators: changeOperators(deps),
    changeSecondFactor: changeSecondFactor(deps),
  };
};
