// Operators of the console: their names, roles and password hashes.
import * as t from 'io-ts';
import { described, looseText, oneOf, refined, text, integer } from '../codec/codec.js';
import type { Invitation } from './invitation.js';
import type { SecondFactor } from './second-factor.js';
import { StudioId } from './studio.js';

/** A stored password: its hash and the parameters of the hash function. */
export const PasswordHash = t.readonly(
  t.type({
    method: oneOf('scrypt'),
    /** The scrypt parameters N (cost), r (block size) and p (parallelization). */
    cost: integer(2, 2 ** 20),
    blockSize: integer(1, 64),
    parallelization: integer(1, 64),
    /** Both base64. */
    salt: text(1, 128),
    hash: text(1, 256),
  }),
);
export type PasswordHash = t.TypeOf<typeof PasswordHash>;

/** The roles in ascending order: read; also change access, features and devices; everything (CONSOLE-16). */
const roles = ['viewer', 'operator', 'admin'] as const;
export const Role = oneOf(...roles);
export type Role = t.TypeOf<typeof Role>;

/** Whether a role includes the required one. */
export const isRoleSufficient = (role: Role, required: Role): boolean => roles.indexOf(role) >= roles.indexOf(required);

/** The roles in single studios, by studio id. {@link roleInStudio} reads it: an id may be that of a property of objects. */
export const StudioRoles = refined<Readonly<Record<string, Role>>>(
  t.record(t.string, Role),
  (roles) => Object.keys(roles).every((id) => StudioId.is(id)),
  'roles by ids of studios',
);
export type StudioRoles = t.TypeOf<typeof StudioRoles>;

/** An operator's name and roles. */
export interface OperatorRoles {
  readonly username: string;
  /** The role in all studios; an admin of all studios also manages operators and the list of studios. Null for none. */
  readonly role: Role | null;
  readonly studioRoles: StudioRoles;
}

/** Returns the role that permits more; null is no role. */
export const higherRole = (one: Role | null, other: Role | null): Role | null =>
  one !== null && (other === null || isRoleSufficient(one, other)) ? one : other;

/** Returns the role in a studio: the higher of that in all studios and that in this one; null for none (OPERATOR-1). */
export const roleInStudio = ({ role, studioRoles }: OperatorRoles, studioId: string): Role | null =>
  higherRole(role, (Object.hasOwn(studioRoles, studioId) ? studioRoles[studioId] : undefined) ?? null);

/** Who an operator is at an identity provider. Both together never change, and are never given to somebody else. */
export interface ProviderIdentity {
  readonly issuer: string;
  readonly subject: string;
}

/** A person who may sign in, unless the account is disabled. */
export interface Operator extends OperatorRoles {
  readonly disabled: boolean;
  /** Null for an operator who signs in at an identity provider. */
  readonly password: PasswordHash | null;
  /** Whether somebody else set the password, so that the operator has to choose another one before anything else. */
  readonly mustChangePassword?: boolean | undefined;
  /** With which the operator chooses a password; undefined once that is done. Nobody knows the password until then. */
  readonly invitation?: Invitation | undefined;
  /** Undefined for an operator with a password. */
  readonly identity?: ProviderIdentity | undefined;
  /** Undefined until the operator has set one up. */
  readonly secondFactor?: SecondFactor | undefined;
}

/** How an operator signs in: with a password of the console, or at an identity provider. */
export const SignInMethod = oneOf('password', 'provider');
export type SignInMethod = t.TypeOf<typeof SignInMethod>;

/** Returns how an operator signs in. */
export const signInMethodOf = ({ password }: Operator): SignInMethod => (password === null ? 'provider' : 'password');

/** Whether an operator has to choose a password before anything else (SIGN-IN-12). */
export const mustChoosePassword = ({ password, mustChangePassword }: Operator): boolean =>
  password !== null && mustChangePassword === true;

/** A name to sign in with. HTTP Basic doesn't allow a colon in it. */
export const Username = refined(
  t.string,
  (name) => /^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$/.test(name),
  'a text of 1 to 64 letters, digits, dots, hyphens, underscores and @ that begins with a letter or digit',
);

/** A new password. */
export const Password = described(looseText(8, 1_024), { examples: ['a long passphrase'] });

/** The credentials of a sign-in. */
export const SignIn = t.readonly(t.type({ username: looseText(1, 64), password: looseText(1, 1_024) }));
export type SignIn = t.TypeOf<typeof SignIn>;

const roleProps = { username: t.string, role: t.union([Role, t.null]), studioRoles: StudioRoles };

/** An operator's name and roles. `role` is that in all studios. */
export const OperatorOverview = t.readonly(t.type(roleProps), 'OperatorOverview');
export type OperatorOverview = t.TypeOf<typeof OperatorOverview>;

/** Returns an operator's name and roles, without anything else that the record has. */
export const operatorOverview = ({ username, role, studioRoles }: OperatorRoles): OperatorOverview => ({
  username,
  role,
  studioRoles,
});

/** An operator's account, without the password. */
export const OperatorAccount = t.readonly(
  t.type({ ...roleProps, disabled: t.boolean, signIn: SignInMethod, secondFactor: t.boolean, invited: t.boolean }),
  'OperatorAccount',
);
export type OperatorAccount = t.TypeOf<typeof OperatorAccount>;

/** The author of changes that the console makes by itself. */
export const consoleItself: OperatorRoles = { username: 'the console itself', role: 'admin', studioRoles: {} };

/** The operator of a newly installed console. */
export const firstOperator = 'admin';
