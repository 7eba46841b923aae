// What an endpoint of the console requires of its caller, and whether an operator's roles suffice.
import * as E from 'fp-ts/lib/Either.js';
import type { Failure } from '../failure.js';
import { isApiTokenCaller } from './api-token.js';
import { personRequired, roleRequired, studioNotFound } from './failure.js';
import { isRoleSufficient, roleInStudio, type OperatorRoles, type Role } from './operator.js';

/**
 * What an endpoint requires: only to be signed in (`account`), the lowest role in the studio that its path names
 * (`studio`), or the lowest role in all studios (`console`).
 */
export type Requirement = (
  | { readonly scope: 'account' }
  | { readonly scope: 'studio' | 'console'; readonly role: Role }
) & {
  /** Whether only a person may call: programs with an API token may not. */
  readonly byPerson?: true;
};

/** Requires only to be signed in: the endpoint concerns the operator's own account, or shows what they may see. */
export const signedIn: Requirement = { scope: 'account' };

/** Requires a role in the studio of the path. */
export const inStudio = (role: Role): Requirement => ({ scope: 'studio', role });

/** Requires a role in all studios. */
export const inAllStudios = (role: Role): Requirement => ({ scope: 'console', role });

/** Requires a person: a program with an API token manages neither accounts, nor sessions, nor API tokens (API-TOKEN-2). */
export const byPerson = (requirement: Requirement): Requirement => ({ ...requirement, byPerson: true });

/** Whether an operator may see a studio (OPERATOR-2). */
export const maySee = (operator: OperatorRoles, studioId: string): boolean => roleInStudio(operator, studioId) !== null;

/** Permits or refuses a call by the role that is held where it counts. */
const permitRole = (
  requirement: Requirement,
  operator: OperatorRoles,
  studioId: string | undefined,
): E.Either<Failure, void> => {
  if (requirement.scope === 'account') return E.right(undefined);
  const { scope, role } = requirement;
  const held = scope === 'studio' && studioId !== undefined ? roleInStudio(operator, studioId) : operator.role;
  if (held !== null && isRoleSufficient(held, role)) return E.right(undefined);
  return E.left(roleRequired(role, scope === 'studio' ? 'in this studio' : 'in all studios'));
};

/**
 * Permits or refuses a call. `studioId` is the studio of the path, undefined if it has none. A studio that the operator may
 * not see doesn't exist for them (OPERATOR-2); otherwise a role that is too low is `forbidden` (CONSOLE-16).
 */
export const permit = (
  requirement: Requirement,
  operator: OperatorRoles,
  studioId: string | undefined,
): E.Either<Failure, void> => {
  if (requirement.byPerson && isApiTokenCaller(operator)) return E.left(personRequired);
  if (studioId !== undefined && !maySee(operator, studioId)) return E.left(studioNotFound(studioId));
  return permitRole(requirement, operator, studioId);
};
