// Data that the console has stored for long, or that is too much to add call by call.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TestSystem } from './test-system.js';

/** Changes what the console has stored. The console is stopped meanwhile. */
const changeStored = async ({ stopConsole, startConsole, folder }: TestSystem, sql: string): Promise<void> => {
  await stopConsole();
  const database = new DatabaseSync(join(folder, 'console', 'console.sqlite'));
  database.exec(sql);
  database.close();
  await startConsole();
};

/** Copies the demo studio until there are `count` studios, from `Studio 2` on. */
export const addStudios = (system: TestSystem, count: number): Promise<void> =>
  changeStored(
    system,
    `WITH RECURSIVE number (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM number WHERE n < ${String(count)})
     INSERT INTO studios (id, name, key_hash, configuration, labels)
     SELECT 'studio-' || n, 'Studio ' || n, key_hash, json_set(configuration, '$.studioId', 'studio-' || n), '["north"]'
     FROM studios, number WHERE id = 'studio-1'`,
  );

/** Sets back the times of all changes so far, milliseconds. */
export const ageHistory = (system: TestSystem, ms: number): Promise<void> =>
  changeStored(system, `UPDATE notes SET time_ms = time_ms - ${String(ms)}`);
