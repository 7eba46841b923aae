// Signing in at an identity provider: the account of an identity, its roles, and its session.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Address } from '../../../domain/access/address.js';
import type { Operator, OperatorRoles } from '../../../domain/console/operator.js';
import {
  addOperator,
  changeOperator,
  operatorOfIdentity,
  providerUsername,
  type Operators,
} from '../../../domain/console/operators.js';
import { rolesOf, type RoleRule } from '../../../domain/console/provider-roles.js';
import type { Failure } from '../../../domain/failure.js';
import type {
  BegunSignIn,
  IdentityProvider,
  ProviderFailure,
  VerifiedIdentity,
} from '../../ports/identity-provider.js';
import { signInFailed } from '../../audit/sign-in-events.js';
import type { ConsoleServices } from '../console-services.js';
import { changeByConsole } from '../endpoints/studio-access.js';
import { existingStudios } from './existing-studios.js';
import { rolesInWords } from './roles-in-words.js';
import { changeOperators } from './operators.js';
import type { NewSession, SessionClient, Sessions } from './sessions.js';
import { sharedPlaces } from './shared-places.js';

/** A provider, and what its claims mean here. */
export interface ProviderSettings {
  readonly provider: IdentityProvider;
  /** What gives roles at each sign-in; null if admins give them in the console. */
  readonly roleRules: readonly RoleRule[] | null;
  /** The address of the console for browsers, such as `https://console.example.org`. */
  readonly publicUrl: string;
}

/**
 * Why a sign-in at a provider failed; also `no_role`: the account has no role here; `disabled`: an admin has disabled it;
 * `full`: there are too many operators, or too many who wait for a role; `busy`: too many sign-ins at the same time, of this
 * address or in all.
 */
export type ProviderSignInFailure = ProviderFailure | 'no_role' | 'disabled' | 'full' | 'busy';

/** What a browser brings back from the provider. */
export interface Brought {
  readonly pending: string;
  readonly rawQuery: string;
}

/** Signs operators in at a provider. Every promise rejects only when the store fails. */
export interface ProviderSignIns {
  readonly begin: (from: Address) => Promise<E.Either<ProviderSignInFailure, BegunSignIn>>;
  /** Ends a sign-in with what the browser brings back, and begins a session. */
  readonly end: (brought: Brought, client: SessionClient) => Promise<E.Either<ProviderSignInFailure, NewSession>>;
}

/** How the audit log calls this way to sign in. */
const method = 'provider';

/** The most requests to the provider at the same time: a slow provider holds each for up to 10 s (SIGN-IN-9). */
const places = { inAll: 64, perNetwork: 4 };

type Roles = Pick<OperatorRoles, 'role' | 'studioRoles'>;
type Ports = Pick<ConsoleServices, 'store' | 'clock' | 'audit'>;

const noRoles: Roles = { role: null, studioRoles: {} };

const hasRole = ({ role, studioRoles }: Roles): boolean => role !== null || Object.keys(studioRoles).length > 0;

const areEqual = (one: Roles, other: Roles): boolean => {
  const [ids, otherIds] = [Object.keys(one.studioRoles), Object.keys(other.studioRoles)];
  const isSame = (id: string): boolean => one.studioRoles[id] === other.studioRoles[id];
  return one.role === other.role && ids.length === otherIds.length && ids.every(isSame);
};

/** Returns roles without those in studios that don't exist. */
const inExistingStudios = async ({ store }: Ports, { role, studioRoles }: Roles): Promise<Roles> => {
  const known = await existingStudios(store, Object.keys(studioRoles));
  return { role, studioRoles: Object.fromEntries(Object.entries(studioRoles).filter(([id]) => known.has(id))) };
};

const newOperator = (operators: Operators, { issuer, subject, name }: VerifiedIdentity, roles: Roles): Operator => ({
  username: providerUsername(operators, name),
  ...roles,
  disabled: false,
  password: null,
  identity: { issuer, subject },
});

/** Adds the operator of an identity, or gives an existing one other roles. A pure change of the list. */
const withIdentity =
  (identity: VerifiedIdentity, roles: Roles) =>
  (operators: Operators): E.Either<Failure, Operators> => {
    const found = operatorOfIdentity(operators, identity);
    return found === undefined
      ? addOperator(newOperator(operators, identity, roles))(operators)
      : changeOperator(found.username, roles)(operators);
  };

/** Whether the provider gives no role. Anybody may be able to join it: such people leave no account behind. */
const isStranger = (given: Roles | null): boolean => given !== null && !hasRole(given);

/** Adds or changes the account of an identity. */
const saved = async (
  ports: Ports,
  identity: VerifiedIdentity,
  { role, studioRoles }: Roles,
  summary: string,
): Promise<Operator | 'full'> => {
  const change = withIdentity(identity, { role, studioRoles });
  const changed = await changeOperators(ports, changeByConsole(ports, 'session.provider'), { summary, change });
  return E.isLeft(changed) ? 'full' : (operatorOfIdentity(changed.right, identity) ?? 'full');
};

/** Returns the operator of an identity with the roles that the provider gives; adds or changes the account if needed. */
const accountOf = async (
  ports: Ports,
  { provider, roleRules }: ProviderSettings,
  identity: VerifiedIdentity,
): Promise<Operator | 'full' | 'no_role'> => {
  const operators = await ports.store.operators();
  const found = operatorOfIdentity(operators, identity);
  const given = roleRules && (await inExistingStudios(ports, rolesOf(roleRules, identity.roleValues)));
  const roles = given ?? found ?? noRoles;
  if (found !== undefined && areEqual(found, roles)) return found;
  if (found === undefined && isStranger(given)) return 'no_role';
  const { username } = found ?? { username: providerUsername(operators, identity.name) };
  return saved(ports, identity, roles, `"${username}" signed in at ${provider.name}; roles: ${rolesInWords(roles)}`);
};

/** Creates the sign-ins at a provider. */
export const providerSignIns = (settings: ProviderSettings, ports: Ports, sessions: Sessions): ProviderSignIns => {
  const { provider } = settings;
  const inPlace = sharedPlaces(places);

  const limited = async <A>(
    from: Address,
    task: () => Promise<E.Either<ProviderSignInFailure, A>>,
  ): Promise<E.Either<ProviderSignInFailure, A>> => (await inPlace(from, task)) ?? E.left('busy');

  /** Returns the operator of an identity, unless the account may not be used. */
  const operatorOf = async (identity: VerifiedIdentity): Promise<E.Either<ProviderSignInFailure, Operator>> => {
    const operator = await accountOf(ports, settings, identity);
    if (typeof operator === 'string') return E.left(operator);
    if (operator.disabled) return E.left('disabled');
    return hasRole(operator) ? E.right(operator) : E.left('no_role');
  };

  const authenticated = async (
    { pending, rawQuery }: Brought,
    from: Address,
  ): Promise<E.Either<ProviderSignInFailure, Operator>> => {
    const identity = await limited(from, () => provider.end(pending, rawQuery));
    return E.isLeft(identity) ? identity : operatorOf(identity.right);
  };

  /** Begins a session, unless the account has been disabled or removed meanwhile. */
  const begun = async (
    operator: Operator,
    client: SessionClient,
  ): Promise<E.Either<ProviderSignInFailure, NewSession>> =>
    pipe(
      await sessions.begin(operator, client, method),
      E.mapLeft(() => 'disabled'),
    );

  return {
    begin: (from) => limited(from, provider.begin),
    end: async (brought, client) => {
      const operator = await authenticated(brought, client.from);
      const session = E.isRight(operator) ? await begun(operator.right, client) : operator;
      if (E.isLeft(session)) ports.audit.recordRefusal(signInFailed(null, client.from, method, session.left));
      return session;
    },
  };
};
