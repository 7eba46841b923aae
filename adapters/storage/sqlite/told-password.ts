// The first operator's password as a setting told it last, in the embedded database.
import type { DatabaseSync } from 'node:sqlite';
import * as E from 'fp-ts/lib/Either.js';
import type { OperatorStore } from '../../../application/console/ports.js';
import { firstOperator, PasswordHash } from '../../../domain/console/operator.js';
import { soon } from './soon.js';

/** The store of what was told. */
export const toldPasswordStore = (database: DatabaseSync): Pick<OperatorStore, 'toldPassword' | 'noteToldPassword'> => {
  const one = database.prepare('SELECT password FROM told_passwords WHERE username = ?');
  const put = database.prepare(
    `INSERT INTO told_passwords (username, password) VALUES (?, ?)
     ON CONFLICT (username) DO UPDATE SET password = excluded.password`,
  );
  return {
    toldPassword: () =>
      soon(() => {
        const read = PasswordHash.decode(JSON.parse(String(one.get(firstOperator)?.['password'] ?? 'null')));
        return E.isRight(read) ? read.right : undefined;
      }),
    noteToldPassword: (told) => soon(() => void put.run(firstOperator, JSON.stringify(PasswordHash.encode(told)))),
  };
};
