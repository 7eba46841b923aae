// The endpoints of one's own session: signing in and out, the password, and the second factor.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import type { ConsoleServices } from '../console-services.js';
import { changeOwnPassword, PasswordChange, type OwnPasswordPorts } from '../sign-in/own-password.js';
import {
  offerSecondFactor,
  RecoveryCodes,
  removeSecondFactor,
  SecondFactorOffer,
  SecondFactorRemoval,
  SecondFactorSetup,
  setUpSecondFactor,
  type OwnSecondFactorPorts,
} from '../sign-in/own-second-factor.js';
import { Acceptance, acceptInvitation, type InvitationPorts } from '../sign-in/invitation.js';
import { sessionOverview, SessionOperator } from '../sign-in/session-overview.js';
import type { Sessions } from '../sign-in/sessions.js';
import { FullSignIn, type SignIns } from '../sign-in/sign-in.js';
import { endpoint } from './endpoint.js';

/** The identity provider at which operators can sign in: its name and the address that a browser opens. */
interface OfferedProvider {
  readonly name: string;
  readonly url: string;
}

/** The services of the endpoints. */
export interface SessionPorts extends OwnPasswordPorts, OwnSecondFactorPorts {
  readonly signIns: SignIns;
  readonly sessions: Sessions;
  /** Null if operators sign in with a password only. */
  readonly offeredProvider: OfferedProvider | null;
}

type PolicyPorts = Pick<ConsoleServices, 'secondFactors'>;

const SignInOffer = t.readonly(
  t.type({ provider: t.union([t.readonly(t.type({ name: t.string, url: t.string })), t.null]) }),
  'SignInOffer',
);

const done = E.map(() => ({ value: undefined }));

export const getSession = endpoint({
  name: 'session.get',
  summary: 'Get the signed-in operator',
  intent: 'read',
  requires: { scope: 'account-overview' },
  path: '/session',
  result: SessionOperator,
  run: ({ secondFactors }: PolicyPorts, _params, { operator }) =>
    Promise.resolve(E.right({ value: sessionOverview(secondFactors.policy, operator) })),
});

export const beginSession = endpoint({
  name: 'session.begin',
  summary: 'Sign in; the response sets the session cookie',
  intent: 'act',
  requires: { scope: 'anybody' },
  path: '/session',
  body: FullSignIn,
  result: SessionOperator,
  run: async ({ signIns, secondFactors }: PolicyPorts & Pick<SessionPorts, 'signIns'>, _params, { client }, body) => {
    const session = await signIns.begin(body, client);
    if (E.isLeft(session)) return session;
    return E.right({ value: sessionOverview(secondFactors.policy, session.right.operator), session: session.right });
  },
});

/** Succeeds even if the session has already ended. */
export const endSession = endpoint({
  name: 'session.end',
  summary: 'Sign out',
  intent: 'remove',
  requires: { scope: 'session-key' },
  path: '/session',
  run: async ({ sessions }: Pick<SessionPorts, 'sessions'>, _params, { sessionKey: key, client }) => {
    if (key !== undefined) await sessions.end(key, client.from);
    return E.right({ value: undefined, session: null });
  },
});

/** Keeps the session of the call; ends the other sessions of the operator. */
export const changePassword = endpoint({
  name: 'session.password',
  summary: 'Change your own password, and end your other sessions',
  intent: 'replace',
  requires: { scope: 'own-account' },
  path: '/session/password',
  body: PasswordChange,
  run: async ({ signIns, ...ports }: SessionPorts, _params, owner, body) =>
    done(await changeOwnPassword({ signIns, ports }, owner, body)),
});

const secondFactor = { path: '/session/second-factor', requires: { scope: 'enrolling-account' } } as const;

export const getSecondFactorOffer = endpoint({
  ...secondFactor,
  name: 'session.second-factor.offer',
  summary: 'Get a new secret for an authenticator app; nothing is stored yet',
  intent: 'act',
  result: SecondFactorOffer,
  run: (ports: OwnSecondFactorPorts, _params, { operator }) =>
    Promise.resolve(E.map((value: SecondFactorOffer) => ({ value }))(offerSecondFactor(ports, operator))),
});

export const putSecondFactor = endpoint({
  ...secondFactor,
  name: 'session.second-factor',
  summary: 'Set up a second factor, or replace it, and end your other sessions',
  intent: 'replace',
  body: SecondFactorSetup,
  result: RecoveryCodes,
  run: async ({ signIns, ...ports }: SessionPorts, _params, owner, body) =>
    E.map((value: RecoveryCodes) => ({ value }))(await setUpSecondFactor({ signIns, ports }, owner, body)),
});

export const dropSecondFactor = endpoint({
  ...secondFactor,
  path: '/session/second-factor/remove',
  name: 'session.second-factor.remove',
  summary: 'Remove your second factor, and end your other sessions',
  intent: 'act',
  body: SecondFactorRemoval,
  run: async ({ signIns, ...ports }: SessionPorts, _params, owner, body) =>
    done(await removeSecondFactor({ signIns, ports }, owner, body)),
});

export const getSignInOffer = endpoint({
  name: 'session.offer',
  summary: 'Get the identity provider at which operators can sign in: its name and the address that a browser opens',
  intent: 'read',
  requires: { scope: 'anybody' },
  path: '/sign-in',
  result: SignInOffer,
  run: ({ offeredProvider: provider }: Pick<SessionPorts, 'offeredProvider'>) =>
    Promise.resolve(E.right({ value: { provider } })),
});

export const acceptConsoleInvitation = endpoint({
  name: 'invitation.accept',
  summary: 'Choose the password of an operator who was invited, with the token of the invitation',
  intent: 'act',
  requires: { scope: 'anybody' },
  path: '/invitation',
  body: Acceptance,
  result: t.readonly(t.type({ username: t.string })),
  run: async (ports: InvitationPorts, _params, { client }, body) =>
    E.map((username: string) => ({ value: { username } }))(await acceptInvitation(ports, body, client.from)),
});

export const ownSessionEndpoints = [
  acceptConsoleInvitation,
  getSession,
  beginSession,
  endSession,
  changePassword,
  getSecondFactorOffer,
  putSecondFactor,
  dropSecondFactor,
  getSignInOffer,
];
