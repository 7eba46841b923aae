// API tokens in the embedded database.
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import * as E from 'fp-ts/lib/Either.js';
import type { ApiTokenStore } from '../../../application/ports/console-store.js';
import type { ApiToken, ApiTokens } from '../../../domain/console/api-token.js';
import { apiTokenColumns, apiTokenOf, apiTokenRoles, apiTokenValues } from '../console-rows.js';
import type { SqliteStoreDeps } from './history.js';
import { inTransaction } from './schema.js';
import { studioRoleWriter } from './studio-roles.js';
import { toPromise } from './to-promise.js';

const columns = apiTokenColumns.join(', ');

const selectTokens = `SELECT ${columns}, last_used_at_ms, last_address,
  (SELECT json_group_object(studio_id, api_token_roles.role ORDER BY studio_id)
   FROM api_token_roles WHERE token_id = api_tokens.id) AS studio_roles FROM api_tokens`;

const parsed = (row: Record<string, SQLOutputValue>): ApiToken =>
  apiTokenOf(row, JSON.parse(String(row['studio_roles'])));

/** Returns a function that writes a changed list. */
const listWriter = (database: DatabaseSync) => {
  const add = database.prepare(`INSERT INTO api_tokens (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`);
  const addRoles = studioRoleWriter(database, apiTokenRoles);
  const revoke = database.prepare('UPDATE api_tokens SET revoked_at_ms = ? WHERE id = ?');
  const remove = database.prepare('DELETE FROM api_tokens WHERE id = ?');

  const addOne = (token: ApiToken): void => {
    add.run(...apiTokenValues(token));
    addRoles(token.id, token.studioRoles);
  };

  return (before: ApiTokens, after: ApiTokens): void => {
    const known = new Set(before.map(({ id }) => id));
    for (const { id } of before) if (!after.some((token) => token.id === id)) remove.run(id);
    for (const token of after)
      if (!known.has(token.id)) addOne(token);
      else if (!before.includes(token)) revoke.run(token.revokedAt, token.id);
  };
};

/** Creates the store of API tokens over an open database. */
export const sqliteApiTokens = ({ database, writeHistoryEntry, publish }: SqliteStoreDeps): ApiTokenStore => {
  const selectAll = database.prepare(`${selectTokens} ORDER BY name`);
  const selectOne = database.prepare(`${selectTokens} WHERE token_hash = ?`);
  const use = database.prepare(
    `UPDATE api_tokens SET last_used_at_ms = ?1, last_address = ?2
      WHERE id = ?3 AND coalesce(last_used_at_ms, 0) < ?1`,
  );
  const write = listWriter(database);
  return {
    apiTokens: () => toPromise(() => selectAll.all().map(parsed)),
    apiToken: (tokenHash) =>
      toPromise(() => {
        const row = selectOne.get(tokenHash);
        return row && parsed(row);
      }),
    changeApiTokens: (change) =>
      toPromise(() => {
        const before = selectAll.all().map(parsed);
        const changed = change(before);
        if (E.isLeft(changed)) return changed;
        const { tokens, historyEntry } = changed.right;
        inTransaction(database, () => {
          write(before, tokens);
          writeHistoryEntry(null, historyEntry, null);
        });
        publish({ studioId: null, section: 'operators' });
        return E.right(tokens);
      }),
    useApiToken: (id, { time, address }) => toPromise(() => void use.run(time, address, id)),
  };
};
