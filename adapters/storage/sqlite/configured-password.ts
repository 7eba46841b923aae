// The last configured password of the first operator, in the embedded database.
import type { DatabaseSync } from 'node:sqlite';
import * as E from 'fp-ts/lib/Either.js';
import type { OperatorStore } from '../../../application/ports/console-store.js';
import { firstOperator, PasswordHash } from '../../../domain/console/operator.js';
import { toPromise } from './to-promise.js';

/** Creates the store of the configured password. */
export const sqliteConfiguredPassword = (
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
