// The routes that are not in the catalogue, described like endpoints: the session, the events, and the document.
import * as t from 'io-ts';
import { fromText, optional } from '../../../../application/api/parameters.js';
import { type Endpoint } from '../../../../application/console/endpoints/endpoint.js';
import { PasswordChange } from '../../../../application/console/sign-in/own-password.js';
import {
  RecoveryCodes,
  SecondFactorOffer,
  SecondFactorRemoval,
  SecondFactorSetup,
} from '../../../../application/console/sign-in/own-second-factor.js';
import { SessionOperator } from '../../../../application/console/sign-in/session-overview.js';
import { FullSignIn } from '../../../../application/console/sign-in/sign-in.js';
import { studioParameter } from '../../../../application/console/endpoints/studio-access.js';
import { described } from '../../../../domain/codec/codec.js';
import { inStudio, signedIn } from '../../../../domain/console/requirement.js';

/** The description of a route. */
export type DescribedRoute = Pick<
  Endpoint<never>,
  'name' | 'summary' | 'intent' | 'requires' | 'tagged' | 'path' | 'parameters' | 'body' | 'result'
> & {
  /** The success status, if it isn't that of the intent. */
  readonly status?: number;
  /** The media type of the response, if it isn't JSON. */
  readonly media?: string;
};

const SignInOffer = t.readonly(
  t.type({ provider: t.union([t.readonly(t.type({ name: t.string, url: t.string })), t.null]) }),
  'SignInOffer',
);

/** Whether the studios come together. */
const studiosTogether = described(optional(fromText('together', (text) => (text === 'together' ? text : undefined))), {
  description: 'With `together`, the stream begins with one event `studios` instead of an event `studio` for each',
});

const parameters = { path: {}, query: {} };
const route = { requires: signedIn, tagged: false, parameters, body: null, result: null } as const;
const session = { ...route, path: '/session' };

/** Every route for operators that is not in the catalogue. */
export const extraRoutes: readonly DescribedRoute[] = [
  {
    ...session,
    name: 'session.get',
    summary: 'Get the signed-in operator',
    intent: 'read',
    result: SessionOperator,
  },
  {
    ...session,
    name: 'session.begin',
    summary: 'Sign in; the response sets the session cookie',
    intent: 'act',
    body: FullSignIn,
    result: SessionOperator,
  },
  { ...session, name: 'session.end', summary: 'Sign out', intent: 'remove' },
  {
    ...route,
    path: '/session/password',
    name: 'session.password',
    intent: 'replace',
    status: 204,
    summary: 'Change your own password, and end your other sessions',
    body: PasswordChange,
  },
  {
    ...route,
    path: '/session/second-factor',
    name: 'session.second-factor.offer',
    intent: 'act',
    summary: 'Get a new secret for an authenticator app; nothing is stored yet',
    result: SecondFactorOffer,
  },
  {
    ...route,
    path: '/session/second-factor',
    name: 'session.second-factor',
    intent: 'replace',
    summary: 'Set up a second factor, or replace it, and end your other sessions',
    body: SecondFactorSetup,
    result: RecoveryCodes,
  },
  {
    ...route,
    path: '/session/second-factor/remove',
    name: 'session.second-factor.remove',
    intent: 'act',
    status: 204,
    summary: 'Remove your second factor, and end your other sessions',
    body: SecondFactorRemoval,
  },
  {
    ...route,
    path: '/sign-in',
    name: 'session.offer',
    intent: 'read',
    summary: 'Get the identity provider at which operators can sign in: its name and the address that a browser opens',
    result: SignInOffer,
  },
  {
    ...route,
    path: '/events',
    name: 'event.follow',
    intent: 'read',
    media: 'text/event-stream',
    parameters: { path: {}, query: { studios: studiosTogether } },
    summary:
      'Follow changes at all console processes: the events `studio`, `changed` and `removed`. The stream begins with all studios',
  },
  {
    ...route,
    path: '/studios/:id/calls',
    requires: inStudio('viewer'),
    parameters: { path: studioParameter, query: {} },
    name: 'event.calls',
    intent: 'read',
    media: 'text/event-stream',
    summary:
      "Follow the calls of a studio's service as they are answered: the events `service` and `calls`. The service sends them only while somebody follows",
  },
  {
    ...route,
    path: '/studios/:id/state',
    requires: inStudio('viewer'),
    parameters: { path: studioParameter, query: {} },
    name: 'event.state',
    intent: 'read',
    media: 'text/event-stream',
    summary:
      "Follow what a studio is doing: the events `service` and `state`, which has everything that the studio's host may read. The service sends it only while somebody follows: after each change, and at least every 10 seconds",
  },
  {
    ...route,
    path: '/openapi.json',
    name: 'document.get',
    summary: 'Get this document',
    intent: 'read',
    result: t.UnknownRecord,
  },
];
