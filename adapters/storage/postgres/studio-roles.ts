// The roles in single studios of operators and API tokens, in PostgreSQL.
import type { StudioRoles } from '../../../domain/console/operator.js';
import type { RoleTable } from '../console-rows.js';
import type { Query } from './database.js';

/**
 * Returns a function that adds the roles of an owner. Roles in studios that don't exist are left out. The lock of a studio
 * excludes its removal until the role is committed.
 */
export const studioRoleWriter = ({ table, owner }: RoleTable) => {
  const add = `INSERT INTO ${table} (${owner}, studio_id, role)
    SELECT $1, id, $2 FROM studios WHERE id = $3 FOR KEY SHARE`;
  return async (query: Query, id: string, roles: StudioRoles): Promise<void> => {
    for (const [studioId, role] of Object.entries(roles)) await query(add, [id, role, studioId]);
  };
};
