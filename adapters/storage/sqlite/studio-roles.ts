// The roles in single studios of operators and API tokens, in the embedded database.
import type { DatabaseSync } from 'node:sqlite';
import type { StudioRoles } from '../../../domain/console/operator.js';
import type { RoleTable } from '../console-rows.js';

/** Returns a function that adds the roles of an owner. Roles in studios that don't exist are left out. */
export const studioRoleWriter = (database: DatabaseSync, { table, owner }: RoleTable) => {
  const add = database.prepare(
    `INSERT INTO ${table} (${owner}, studio_id, role) SELECT ?, id, ? FROM studios WHERE id = ?`,
  );
  return (id: string, roles: StudioRoles): void => {
    for (const [studioId, role] of Object.entries(roles)) add.run(id, role, studioId);
  };
};
