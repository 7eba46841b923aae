// API tokens in PostgreSQL.
import * as E from 'fp-ts/lib/Either.js';
import type { ApiTokenStore } from '../../../application/ports/console-store.js';
import type { ApiToken, ApiTokens } from '../../../domain/console/api-token.js';
import { apiTokenColumns, apiTokenOf, apiTokenRoles, apiTokenValues } from '../console-rows.js';
import type { Query, PostgresRow } from './database.js';
import { writeHistoryEntry } from './history.js';
import type { PostgresStoreDeps } from './notifications.js';
import { studioRoleWriter } from './studio-roles.js';

const columns = apiTokenColumns.join(', ');

const select = `SELECT ${columns}, last_used_at_ms, last_address,
  (SELECT json_object_agg(studio_id, api_token_roles.role ORDER BY studio_id COLLATE "C")
   FROM api_token_roles WHERE token_id = api_tokens.id) AS studio_roles FROM api_tokens`;

const parsed = (row: PostgresRow): ApiToken => apiTokenOf(row, row['studio_roles']);

const list = async (query: Query): Promise<ApiTokens> =>
  (await query(`${select} ORDER BY name COLLATE "C"`)).rows.map(parsed);

const add = `INSERT INTO api_tokens (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`;

const addRoles = studioRoleWriter(apiTokenRoles);

const addOne = async (query: Query, token: ApiToken): Promise<void> => {
  await query(add, apiTokenValues(token));
  await addRoles(query, token.id, token.studioRoles);
};

const write = async (query: Query, before: ApiTokens, after: ApiTokens): Promise<void> => {
  await query('DELETE FROM api_tokens WHERE id <> ALL($1)', [after.map(({ id }) => id)]);
  const known = new Set(before.map(({ id }) => id));
  for (const token of after)
    if (!known.has(token.id)) await addOne(query, token);
    else if (!before.includes(token))
      await query('UPDATE api_tokens SET revoked_at_ms = $1 WHERE id = $2', [token.revokedAt, token.id]);
};

/** Excludes all other changes of API tokens. */
const lockTokens = 'LOCK TABLE api_tokens IN SHARE ROW EXCLUSIVE MODE';

const use = `UPDATE api_tokens SET last_used_at_ms = $1::bigint, last_address = $2
  WHERE id = $3 AND coalesce(last_used_at_ms, 0) < $1::bigint`;

/** Open streams of the tokens are checked again after this event. */
const changedTokens = { studioId: null, section: 'operators' } as const;

/** Creates the store of API tokens over an open database. */
export const postgresApiTokens = ({ database, publishToOthers, publish }: PostgresStoreDeps): ApiTokenStore => ({
  apiTokens: () => list(database.query),
  apiToken: async (tokenHash) => {
    const { rows } = await database.query(`${select} WHERE token_hash = $1`, [tokenHash]);
    return rows[0] && parsed(rows[0]);
  },
  changeApiTokens: async (change) => {
    const result = await database.transaction(async (query) => {
      await query(lockTokens);
      const before = await list(query);
      const changed = change(before);
      if (E.isLeft(changed)) return changed;
      const { tokens, historyEntry } = changed.right;
      await write(query, before, tokens);
      await writeHistoryEntry(query, null, historyEntry, null);
      await publishToOthers(query, changedTokens);
      return E.right(tokens);
    });
    if (E.isRight(result)) publish(changedTokens);
    return result;
  },
  useApiToken: async (id, { time, address }) => {
    await database.query(use, [time, address, id]);
  },
});
