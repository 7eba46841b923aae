// The schema of the console's embedded database, as a list of migrations.
import type { DatabaseSync } from 'node:sqlite';

/** Each migrates the schema by one version. A released migration is never edited. */
export const sqliteMigrations: readonly string[] = [
  `
  CREATE TABLE studios (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    key_hash TEXT,
    configuration TEXT NOT NULL,
    applied_version INTEGER
  ) STRICT;
  CREATE TABLE last_calls (
    studio_id TEXT NOT NULL REFERENCES studios (id) ON DELETE CASCADE,
    device_id TEXT NOT NULL,
    time_ms INTEGER NOT NULL,
    address TEXT NOT NULL,
    PRIMARY KEY (studio_id, device_id)
  ) STRICT;
  CREATE TABLE operators (
    username TEXT PRIMARY KEY,
    password TEXT NOT NULL
  ) STRICT;
  CREATE TABLE sessions (
    key_hash TEXT PRIMARY KEY,
    username TEXT NOT NULL REFERENCES operators (username) ON DELETE CASCADE,
    expires_at_ms INTEGER NOT NULL
  ) STRICT;
  `,
  `
  ALTER TABLE operators ADD COLUMN role TEXT NOT NULL DEFAULT 'admin';
  ALTER TABLE studios ADD COLUMN refusal TEXT;
  CREATE INDEX sessions_of ON sessions (username);
  CREATE TABLE notes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    studio_id TEXT REFERENCES studios (id) ON DELETE CASCADE,
    time_ms INTEGER NOT NULL,
    operator TEXT NOT NULL,
    action TEXT NOT NULL,
    summary TEXT NOT NULL,
    version INTEGER
  ) STRICT;
  CREATE INDEX notes_of ON notes (studio_id, id);
  CREATE TABLE failed_sign_ins (
    address TEXT PRIMARY KEY,
    count INTEGER NOT NULL,
    last_ms INTEGER,
    forgiven_at_ms INTEGER
  ) STRICT;
  CREATE INDEX failed_sign_ins_by_time ON failed_sign_ins (coalesce(last_ms, forgiven_at_ms));
  `,
  `
  CREATE TABLE refused_callers (
    studio_id TEXT NOT NULL REFERENCES studios (id) ON DELETE CASCADE,
    address TEXT NOT NULL,
    reason TEXT NOT NULL,
    count INTEGER NOT NULL,
    last_time_ms INTEGER NOT NULL,
    PRIMARY KEY (studio_id, address)
  ) STRICT;
  CREATE TABLE refusal_batches (
    place INTEGER PRIMARY KEY,
    studio_id TEXT NOT NULL REFERENCES studios (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    UNIQUE (studio_id, id)
  ) STRICT;
  `,
  'ALTER TABLE studios ADD COLUMN reports INTEGER NOT NULL DEFAULT 0',
  'CREATE TABLE told_passwords (username TEXT PRIMARY KEY, password TEXT NOT NULL) STRICT',
  `
  ALTER TABLE operators ADD COLUMN disabled INTEGER NOT NULL DEFAULT 0;
  CREATE TABLE studio_roles (
    username TEXT NOT NULL REFERENCES operators (username) ON DELETE CASCADE,
    studio_id TEXT NOT NULL REFERENCES studios (id) ON DELETE CASCADE,
    role TEXT NOT NULL,
    PRIMARY KEY (username, studio_id)
  ) STRICT;
  CREATE INDEX studio_roles_in ON studio_roles (studio_id);
  ALTER TABLE sessions ADD COLUMN id TEXT NOT NULL DEFAULT '';
  ALTER TABLE sessions ADD COLUMN created_at_ms INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE sessions ADD COLUMN last_used_at_ms INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE sessions ADD COLUMN address TEXT NOT NULL DEFAULT '';
  ALTER TABLE sessions ADD COLUMN browser TEXT NOT NULL DEFAULT '';
  UPDATE sessions SET id = lower(hex(randomblob(8))), created_at_ms = unixepoch() * 1000, last_used_at_ms = unixepoch() * 1000;
  `,
  `
  CREATE TABLE old_token_calls (
    studio_id TEXT NOT NULL REFERENCES studios (id) ON DELETE CASCADE,
    device_id TEXT NOT NULL,
    old_token INTEGER NOT NULL,
    time_ms INTEGER NOT NULL,
    address TEXT NOT NULL,
    PRIMARY KEY (studio_id, device_id)
  ) STRICT;
  `,
  // Removing a studio no longer removes its history.
  `
  CREATE TABLE kept_notes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    studio_id TEXT,
    time_ms INTEGER NOT NULL,
    operator TEXT NOT NULL,
    action TEXT NOT NULL,
    summary TEXT NOT NULL,
    version INTEGER
  ) STRICT;
  INSERT INTO kept_notes (id, studio_id, time_ms, operator, action, summary, version)
    SELECT id, studio_id, time_ms, operator, action, summary, version FROM notes;
  DROP TABLE notes;
  ALTER TABLE kept_notes RENAME TO notes;
  CREATE INDEX notes_of ON notes (studio_id, id);
  `,
  `
  ALTER TABLE operators ADD COLUMN issuer TEXT;
  ALTER TABLE operators ADD COLUMN subject TEXT;
  ALTER TABLE operators ADD COLUMN second_factor TEXT;
  CREATE UNIQUE INDEX operators_by_identity ON operators (issuer, subject);
  `,
  'ALTER TABLE studios ADD COLUMN service_status TEXT',
  `
  ALTER TABLE studios ADD COLUMN old_key_hash TEXT;
  ALTER TABLE studios ADD COLUMN old_key_until_ms INTEGER;
  `,
  `
  ALTER TABLE studios ADD COLUMN labels TEXT;
  ALTER TABLE studios ADD COLUMN applied_at_ms INTEGER;
  ALTER TABLE studios ADD COLUMN confirmed_at_ms INTEGER;
  ALTER TABLE studios ADD COLUMN disconnected_at_ms INTEGER;
  ALTER TABLE notes ADD COLUMN subjects TEXT;
  `,
  // Subjects that were stored before tokens in them were redacted: they may contain a token, encoded or not.
  `
  ALTER TABLE notes ADD COLUMN fields TEXT;
  UPDATE notes SET subjects = NULL WHERE lower(subjects) LIKE '%svc%' OR subjects LIKE '%!%%' ESCAPE '!';
  `,
  'ALTER TABLE last_calls ADD COLUMN answer TEXT',
  'ALTER TABLE refused_callers ADD COLUMN reasons TEXT',
  `
  CREATE TABLE api_tokens (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    token_hash TEXT NOT NULL UNIQUE,
    role TEXT,
    created_at_ms INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    expires_at_ms INTEGER,
    revoked_at_ms INTEGER,
    last_used_at_ms INTEGER,
    last_address TEXT
  ) STRICT;
  CREATE TABLE api_token_roles (
    token_id TEXT NOT NULL REFERENCES api_tokens (id) ON DELETE CASCADE,
    studio_id TEXT NOT NULL REFERENCES studios (id) ON DELETE CASCADE,
    role TEXT NOT NULL,
    PRIMARY KEY (token_id, studio_id)
  ) STRICT;
  CREATE INDEX api_token_roles_in ON api_token_roles (studio_id);
  `,
  'ALTER TABLE operators ADD COLUMN must_change_password INTEGER',
  'ALTER TABLE operators ADD COLUMN invitation TEXT',
  `
  CREATE TABLE webhooks (
    id TEXT PRIMARY KEY,
    place INTEGER NOT NULL,
    definition TEXT NOT NULL,
    trouble TEXT
  ) STRICT;
  CREATE TABLE webhook_conditions (
    webhook_id TEXT NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
    subject TEXT NOT NULL,
    condition TEXT NOT NULL,
    PRIMARY KEY (webhook_id, subject)
  ) STRICT;
  `,
  'ALTER TABLE studios ADD COLUMN assertions TEXT',
];

/** Runs a task as one transaction; rolls back if it throws. */
export const inTransaction = <A>(database: DatabaseSync, task: () => A): A => {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = task();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
};

/** Returns the schema version of a database. */
export const versionOf = (database: DatabaseSync): number =>
  Number(database.prepare('PRAGMA user_version').get()?.['user_version']);

const migrate = (database: DatabaseSync, migration: string, version: number): void => {
  inTransaction(database, () => {
    database.exec(migration);
    database.exec(`PRAGMA user_version = ${String(version)}`);
  });
};

/** Migrates a database to the newest schema; throws when its schema is newer than this program's. */
export const migrateSqlite = (database: DatabaseSync, all: readonly string[] = sqliteMigrations): void => {
  const version = versionOf(database);
  if (version > all.length)
    throw new Error(
      `the console's database has schema version ${String(version)}, this program knows up to ${String(all.length)}; start a newer program`,
    );
  all.slice(version).forEach((migration, index) => {
    migrate(database, migration, version + index + 1);
  });
};
