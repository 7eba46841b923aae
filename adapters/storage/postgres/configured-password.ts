// The last configured password of the first operator, in PostgreSQL.
import * as E from 'fp-ts/lib/Either.js';
import type { OperatorStore } from '../../../application/ports/console-store.js';
import { firstOperator, PasswordHash } from '../../../domain/console/operator.js';
import type { Database } from './database.js';

const upsert = `INSERT INTO told_passwords (username, password) VALUES ($1, $2)
  ON CONFLICT (username) DO UPDATE SET password = excluded.password`;

/** Creates the store of the configured password. */
export const postgresConfiguredPassword = ({
  query,
}: Database): Pick<OperatorStore, 'configuredPassword' | 'saveConfiguredPassword'> => ({
  configuredPassword: async () => {
    const { rows } = await query('SELECT password FROM told_passwords WHERE username = $1', [firstOperator]);
    const read = PasswordHash.decode(rows[0]?.['password']);
    return E.isRight(read) ? read.right : undefined;
  },
  saveConfiguredPassword: async (password) => {
    await query(upsert, [firstOperator, JSON.stringify(PasswordHash.encode(password))]);
  },
});
