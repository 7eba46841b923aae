// The first operator's password as a setting told it last, in the embedded database.
import type { DatabaseSync } from 'node:sqlite';
import * as E from 'fp-ts/lib/Either.js';
import type { OperatorStore } from '../../../application/ports/console-store.js';
import { firstOperator, PasswordHash } from '../../../domain/console/operator.js';
import { toPromise } from './to-promise.js';

/** The store of what was told. */
export const sqliteConfiguredPassword = (
  database: DatabaseSync,
): Pick<OperatorStore, 'configuredPassword' | 'saveConfiguredPassword'> => {
  const one = database.prepare('SELECT password FROM told_passwords WHERE username = ?');
  const put = database.prepare(
    `INSERT INTO told_passwords (username, password) VALUES (?, ?)
     ON CONFLICT (username) DO UPDATE SET password = excluded.password`,
  );
  return {
    configuredPassword: () =>
      toPromise(() => {
        const read = PasswordHash.decode(JSON.parse(String(one.get(firstOperator)?.['password'] ?? 'null')));
        return E.isRight(read) ? read.right : undefined;
      }),
    saveConfiguredPassword: (told) =>
      toPromise(() => void put.run(firstOperator, JSON.stringify(PasswordHash.encode(told)))),
  };
};
