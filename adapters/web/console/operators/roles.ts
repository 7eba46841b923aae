// Roles of an operator as the forms edit them, and in words.
import { plural, t } from '@lingui/core/macro';
import type { Operator, Role, StudioRoles } from '../api/contract.js';
import { roleOptions } from '../session/session.js';

/** A role in one studio. */
export interface StudioGrant {
  readonly studioId: string;
  readonly role: Role;
}

/** Roles in a form. The list keeps its order while it is edited. */
export interface RoleInput {
  readonly role: Role | 'none';
  readonly grants: readonly StudioGrant[];
}

/** Returns what the history keeps for the page of operators: the studio that was open before it. */
export const fromStudio = (studioId: string | undefined): unknown => (studioId === undefined ? null : { studioId });

/** Returns the roles that a form begins with: those of a viewer, in the studio that was open before or in all. */
export const firstRoles = (kept: unknown): RoleInput =>
  typeof kept === 'object' && kept !== null && 'studioId' in kept && typeof kept.studioId === 'string'
    ? { role: 'none', grants: [{ studioId: kept.studioId, role: 'viewer' }] }
    : { role: 'viewer', grants: [] };

/** Returns the roles of an operator for a form. */
export const roleInput = ({ role, studioRoles }: Pick<Operator, 'role' | 'studioRoles'>): RoleInput => ({
  role: role ?? 'none',
  grants: Object.entries(studioRoles).map(([studioId, one]) => ({ studioId, role: one })),
});

/** Returns the roles for the console. */
export const rolesOf = ({
  role,
  grants,
}: RoleInput): { readonly role: Role | null; readonly studioRoles: StudioRoles } => ({
  role: role === 'none' ? null : role,
  studioRoles: Object.fromEntries(grants.map((grant) => [grant.studioId, grant.role])),
});

/** Returns the roles with another one at a place. */
export const withGrant = (grants: readonly StudioGrant[], place: number, grant: StudioGrant): readonly StudioGrant[] =>
  grants.map((other, at) => (at === place ? grant : other));

/** Returns the roles without the one at a place. */
export const withoutGrant = (grants: readonly StudioGrant[], place: number): readonly StudioGrant[] =>
  grants.filter((_, at) => at !== place);

/** Returns the name of a role. */
export const roleName = (role: Role): string => roleOptions.find(({ value }) => value === role)?.label ?? role;

const roleInAll = (name: string): string => t`${name} in all studios`;

const roleIn = (name: string, studioId: string): string => t`${name} in ${studioId}`;

const rolesInStudios = ([first, ...others]: readonly (readonly [string, Role])[]): readonly string[] => {
  if (first === undefined) return [];
  const [studioId, role] = first;
  const count = others.length + 1;
  return [count === 1 ? roleIn(roleName(role), studioId) : plural(count, { one: '# studio', other: '# studios' })];
};

/** Returns a short text about all roles, such as `Viewer in all studios · 2 studios`. */
export const rolesInWords = ({ role, studioRoles }: Pick<Operator, 'role' | 'studioRoles'>): string => {
  const inAll = role === null ? [] : [roleInAll(roleName(role))];
  return [...inAll, ...rolesInStudios(Object.entries(studioRoles))].join(' · ') || t`No role`;
};
