// Operators in the embedded database.
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import * as E from 'fp-ts/lib/Either.js';
import type { OperatorStore } from '../../../application/ports/console-store.js';
import { type Operator, firstOperator, PasswordHash } from '../../../domain/console/operator.js';
import type { SecondFactor } from '../../../domain/console/second-factor.js';
import { endsSessions, type Operators } from '../../../domain/console/operators.js';
import {
  jsonOf,
  operatorAssignments,
  operatorColumns,
  operatorOf,
  operatorRoles,
  operatorValues,
} from '../console-rows.js';
import { sqliteSignInFailures } from './sign-in-failures.js';
import type { SqliteStoreDeps } from './history.js';
import { inTransaction } from './schema.js';
import { sqliteSessions } from './sessions.js';
import { studioRoleWriter } from './studio-roles.js';
import { toPromise } from './to-promise.js';

/** Creates the store of the configured password. */
const sqliteConfiguredPassword = (
  database: DatabaseSync,
): Pick<OperatorStore, 'configuredPassword' | 'saveConfiguredPassword'> => {
  const select = database.prepare('SELECT password FROM told_passwords WHERE username = ?');
  const upsert = database.prepare(
    `INSERT INTO told_passwords (username, password) VALUES (?, ?)
     ON CONFLICT (username) DO UPDATE SET password = excluded.password`,
  );
  return {
    configuredPassword: () =>
      toPromise(() => {
        const read = PasswordHash.decode(JSON.parse(String(select.get(firstOperator)?.['password'] ?? 'null')));
        return E.isRight(read) ? read.right : undefined;
      }),
    saveConfiguredPassword: (password) =>
      toPromise(() => void upsert.run(firstOperator, JSON.stringify(PasswordHash.encode(password)))),
  };
};

const parsed = (row: Record<string, SQLOutputValue>): Operator =>
  operatorOf({
    ...row,
    password: JSON.parse(String(row['password'])),
    studioRoles: JSON.parse(String(row['studio_roles'])),
    secondFactor: JSON.parse(String(row['second_factor'])),
    invitation: JSON.parse(String(row['invitation'])),
  });

const columns = operatorColumns.join(', ');

const selectOperators = `SELECT ${columns}, (SELECT json_group_object(studio_id, studio_roles.role ORDER BY studio_id)
  FROM studio_roles WHERE studio_roles.username = operators.username) AS studio_roles FROM operators`;

/** Returns a function that writes a changed list. */
const listWriter = (database: DatabaseSync) => {
  const upsert = database.prepare(
    `INSERT INTO operators (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (username) DO UPDATE SET ${operatorAssignments}`,
  );
  const remove = database.prepare('DELETE FROM operators WHERE username = ?');
  const signOut = database.prepare('DELETE FROM sessions WHERE username = ? AND key_hash <> ?');
  const removeRoles = database.prepare('DELETE FROM studio_roles WHERE username = ?');
  const addRoles = studioRoleWriter(database, operatorRoles);

  const writeOne = (operator: Operator): void => {
    const { username, studioRoles } = operator;
    upsert.run(...operatorValues(operator));
    removeRoles.run(username);
    addRoles(username, studioRoles);
  };

  return (before: Operators, after: Operators, exceptSession: string): void => {
    for (const { username } of before) if (!after.some((other) => other.username === username)) remove.run(username);
    for (const operator of after) {
      if (before.includes(operator)) continue;
      writeOne(operator);
      const old = before.find(({ username }) => username === operator.username);
      if (endsSessions(old, operator)) signOut.run(operator.username, exceptSession);
    }
  };
};

/** Returns the atomic change of a second factor. */
const factorChanger = (database: DatabaseSync): OperatorStore['changeSecondFactor'] => {
  const selectOne = database.prepare(`${selectOperators} WHERE username = ?`);
  const update = database.prepare('UPDATE operators SET second_factor = ? WHERE username = ?');
  return (username, f) =>
    toPromise(() => {
      const row = selectOne.get(username);
      const before = row && parsed(row).secondFactor;
      const after: SecondFactor | undefined = before && f(before);
      if (after !== undefined) update.run(jsonOf(after), username);
      return after !== undefined;
    });
};

/** Creates the operator store over an open database. */
export const sqliteOperators = ({ database, writeHistoryEntry, publish }: SqliteStoreDeps): OperatorStore => {
  const selectAll = database.prepare(`${selectOperators} ORDER BY username`);
  const selectOne = database.prepare(`${selectOperators} WHERE username = ?`);
  const write = listWriter(database);

  const changeOperators: OperatorStore['changeOperators'] = (f, exceptSession = '') =>
    toPromise(() => {
      const before = selectAll.all().map(parsed);
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
    operators: () => toPromise(() => selectAll.all().map(parsed)),
    operator: (username) =>
      toPromise(() => {
        const row = selectOne.get(username);
        return row && parsed(row);
      }),
    changeOperators,
    changeSecondFactor: factorChanger(database),
  };
};
