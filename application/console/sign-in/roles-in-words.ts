// Roles in words, for the history.
import type { OperatorRoles, Role, StudioRoles } from '../../../domain/console/operator.js';

/** The most roles in single studios that a summary lists. */
const maxListedRoles = 6;

/** Returns roles in words, each such as `viewer in all studios` or `operator in "studio-1"`. */
export const rolesListed = (role: Role | null | undefined, studioRoles: StudioRoles = {}): readonly string[] => {
  const inStudios = Object.entries(studioRoles).map(([id, one]) => `${one} in "${id}"`);
  const more = inStudios.length - maxListedRoles;
  return [
    ...(role == null ? [] : [`${role} in all studios`]),
    ...inStudios.slice(0, maxListedRoles),
    ...(more > 0 ? [`and ${String(more)} more`] : []),
  ];
};

/** Returns an operator's roles in words, such as `viewer in all studios, operator in "studio-1"`, or `none`. */
export const rolesInWords = ({ role, studioRoles }: Pick<OperatorRoles, 'role' | 'studioRoles'>): string =>
  rolesListed(role, studioRoles).join(', ') || 'none';
