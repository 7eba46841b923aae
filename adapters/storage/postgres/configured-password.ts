// The first operator's password as a setting told it last, in PostgreSQL.
import * as E from 'fp-ts/lib/Either.js';
import type { OperatorStore } from '../../../application/ports/console-store.js';
import { firstOperator, PasswordHash } from '../../../domain/console/operator.js';
import type { Database } from './database.js';

const put = `INSERT INTO told_passwords (username, password) VALUES ($1, $2)
  ON CONFLICT (username) DO UPDATE SET password = excluded.password`;

/** The store of what was told. */
export const postgresConfiguredPassword = ({
  query,
}: Database): Pick<OperatorStore, 'configuredPassword' | 'saveConfiguredPassword'> => ({
  configuredPassword: async () => {
    const { rows } = await query('SELECT password FROM told_passwords WHERE username = $1', [firstOperator]);
    const read = PasswordHash.decode(rows[0]?.['password']);
    return E.isRight(read) ? read.right : undefined;
  },
  saveConfiguredPassword: async (told) => {
    await query(put, [firstOperator, JSON.stringify(PasswordHash.encode(told))]);
  },
});
