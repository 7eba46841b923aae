// The schema of the console's PostgreSQL database, as a list of migrations.
import type { Database, Query } from './database.js';

/** Each migrates the schema by one version. A released migration is never edited. */
export const postgresMigrations: readonly string[] = [
  `
  CREATE TABLE studios (
    id text PRIMARY KEY,
    name text NOT NULL,
    key_hash text,
    configuration json NOT NULL,
    version bigint NOT NULL,
    applied_version bigint,
    refusal json
  );
  CREATE TABLE operators (
    username text PRIMARY KEY,
    role text NOT NULL,
    password json NOT NULL
  );
  CREATE TABLE sessions (
    key_hash text PRIMARY KEY,
    username text NOT NULL REFERENCES operators (username) ON DELETE CASCADE,
    expires_at_ms bigint NOT NULL
  );
  CREATE INDEX sessions_of ON sessions (username);
  CREATE TABLE failed_sign_ins (
    address text PRIMARY KEY,
    count bigint NOT NULL,
    last_ms bigint,
    forgiven_at_ms bigint
  );
  CREATE INDEX failed_sign_ins_by_time ON failed_sign_ins ((coalesce(last_ms, forgiven_at_ms)));
  CREATE TABLE notes (
    id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    studio_id text REFERENCES studios (id) ON DELETE CASCADE,
    time_ms bigint NOT NULL,
    operator text NOT NULL,
    action text NOT NULL,
    summary text NOT NULL,
    version bigint
  );
  CREATE INDEX notes_of ON notes (studio_id, id);
  CREATE TABLE last_calls (
    studio_id text NOT NULL REFERENCES studios (id) ON DELETE CASCADE,
    device_id text NOT NULL,
    time_ms bigint NOT NULL,
    address text NOT NULL,
    PRIMARY KEY (studio_id, device_id)
  );
  CREATE TABLE consoles (
    id text PRIMARY KEY,
    alive_until timestamptz NOT NULL
  );
  CREATE TABLE connections (
    studio_id text NOT NULL REFERENCES studios (id) ON DELETE CASCADE,
    console_id text NOT NULL REFERENCES consoles (id) ON DELETE CASCADE,
    PRIMARY KEY (studio_id, console_id)
  );
  CREATE INDEX connections_of ON connections (console_id);
  `,
  `
  CREATE TABLE refused_callers (
    studio_id text NOT NULL REFERENCES studios (id) ON DELETE CASCADE,
    address text NOT NULL,
    reason text NOT NULL,
    count bigint NOT NULL,
    last_time_ms bigint NOT NULL,
    PRIMARY KEY (studio_id, address)
  );
  CREATE TABLE refusal_batches (
    place bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    studio_id text NOT NULL REFERENCES studios (id) ON DELETE CASCADE,
    id text NOT NULL,
    UNIQUE (studio_id, id)
  );
  `,
  'ALTER TABLE studios ADD COLUMN reports bigint NOT NULL DEFAULT 0',
  'CREATE TABLE told_passwords (username text PRIMARY KEY, password json NOT NULL)',
  // The defaults are for sessions from before, and for those that a console of an earlier version adds.
  `
  ALTER TABLE operators ADD COLUMN disabled boolean NOT NULL DEFAULT false;
  CREATE TABLE studio_roles (
    username text NOT NULL REFERENCES operators (username) ON DELETE CASCADE,
    studio_id text NOT NULL REFERENCES studios (id) ON DELETE CASCADE,
    role text NOT NULL,
    PRIMARY KEY (username, studio_id)
  );
  CREATE INDEX studio_roles_in ON studio_roles (studio_id);
  ALTER TABLE sessions
    ADD COLUMN id text NOT NULL DEFAULT gen_random_uuid()::text,
    ADD COLUMN created_at_ms bigint NOT NULL DEFAULT (extract(epoch FROM now()) * 1000)::bigint,
    ADD COLUMN last_used_at_ms bigint NOT NULL DEFAULT (extract(epoch FROM now()) * 1000)::bigint,
    ADD COLUMN address text NOT NULL DEFAULT '',
    ADD COLUMN browser text NOT NULL DEFAULT '';
  `,
  `
  CREATE TABLE old_token_calls (
    studio_id text NOT NULL REFERENCES studios (id) ON DELETE CASCADE,
    device_id text NOT NULL,
    old_token bigint NOT NULL,
    time_ms bigint NOT NULL,
    address text NOT NULL,
    PRIMARY KEY (studio_id, device_id)
  );
  `,
  // Removing a studio no longer removes its history.
  'ALTER TABLE notes DROP CONSTRAINT notes_studio_id_fkey',
  `
  ALTER TABLE operators ADD COLUMN issuer text;
  ALTER TABLE operators ADD COLUMN subject text;
  ALTER TABLE operators ADD COLUMN second_factor json;
  CREATE UNIQUE INDEX operators_by_identity ON operators (issuer, subject);
  `,
  'ALTER TABLE studios ADD COLUMN service_status json',
  `
  ALTER TABLE studios ADD COLUMN old_key_hash text;
  ALTER TABLE studios ADD COLUMN old_key_until_ms bigint;
  `,
  `
  ALTER TABLE studios ADD COLUMN labels json;
  ALTER TABLE studios ADD COLUMN applied_at_ms bigint;
  ALTER TABLE studios ADD COLUMN confirmed_at_ms bigint;
  ALTER TABLE studios ADD COLUMN disconnected_at_ms bigint;
  ALTER TABLE notes ADD COLUMN subjects json;
  `,
  // Subjects that were stored before tokens in them were redacted: they may contain a token, encoded or not.
  `
  ALTER TABLE notes ADD COLUMN fields json;
  UPDATE notes SET subjects = NULL WHERE lower(subjects::text) LIKE '%svc%' OR subjects::text LIKE '%!%%' ESCAPE '!';
  `,
  'ALTER TABLE last_calls ADD COLUMN answer json',
  'ALTER TABLE refused_callers ADD COLUMN reasons json',
  `
  CREATE TABLE api_tokens (
    id text PRIMARY KEY,
    name text NOT NULL UNIQUE,
    token_hash text NOT NULL UNIQUE,
    role text,
    created_at_ms bigint NOT NULL,
    created_by text NOT NULL,
    expires_at_ms bigint,
    revoked_at_ms bigint,
    last_used_at_ms bigint,
    last_address text
  );
  CREATE TABLE api_token_roles (
    token_id text NOT NULL REFERENCES api_tokens (id) ON DELETE CASCADE,
    studio_id text NOT NULL REFERENCES studios (id) ON DELETE CASCADE,
    role text NOT NULL,
    PRIMARY KEY (token_id, studio_id)
  );
  CREATE INDEX api_token_roles_in ON api_token_roles (studio_id);
  `,
  'ALTER TABLE operators ADD COLUMN must_change_password boolean',
  'ALTER TABLE operators ADD COLUMN invitation json',
  `
  CREATE TABLE webhooks (
    id text PRIMARY KEY,
    place bigint NOT NULL,
    definition json NOT NULL,
    trouble json
  );
  CREATE TABLE webhook_conditions (
    webhook_id text NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
    subject text NOT NULL,
    condition json NOT NULL,
    PRIMARY KEY (webhook_id, subject)
  );
  CREATE TABLE webhook_lease (
    one boolean PRIMARY KEY CHECK (one),
    console_id text NOT NULL,
    held_until timestamptz NOT NULL
  );
  `,
  'ALTER TABLE studios ADD COLUMN assertions json',
];

/** Consoles that start at the same time migrate one after the other. The lock number is arbitrary. */
const lock = 'SELECT pg_advisory_xact_lock(727883, 1)';

const versionOf = async (query: Query): Promise<number> => {
  await query('CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL)');
  const { rows } = await query('SELECT version FROM schema_version');
  if (rows.length === 0) await query('INSERT INTO schema_version VALUES (0)');
  return Number(rows[0]?.['version'] ?? 0);
};

/** Migrates a database to the newest schema in one transaction; rejects when its schema is newer than this program's. */
export const migratePostgres = (
  { transaction }: Pick<Database, 'transaction'>,
  all: readonly string[] = postgresMigrations,
): Promise<void> =>
  transaction(async (query) => {
    await query(lock);
    const version = await versionOf(query);
    if (version > all.length)
      throw new Error(
        `the console's database has schema version ${String(version)}, this program knows up to ${String(all.length)}; start a newer program`,
      );
    for (const migration of all.slice(version)) await query(migration);
    await query('UPDATE schema_version SET version = $1', [all.length]);
  });
