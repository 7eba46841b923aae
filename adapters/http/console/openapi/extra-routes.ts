// The routes that are not in the catalogue, described like endpoints: the session, the events, and the document.
import * as t from 'io-ts';
import { type Endpoint } from '../../../../application/console/endpoints/endpoint.js';
import { PasswordChange } from '../../../../application/console/sign-in/own-password.js';
import { OperatorOverview, SignIn } from '../../../../domain/console/operator.js';
import { signedIn } from '../../../../domain/console/requirement.js';

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
    result: OperatorOverview,
  },
  {
    ...session,
    name: 'session.begin',
    summary: 'Sign in; the response sets the session cookie',
    intent: 'act',
    body: SignIn,
    result: OperatorOverview,
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
    path: '/events',
    name: 'event.follow',
    intent: 'read',
    media: 'text/event-stream',
    summary: 'Follow changes at all console processes: the events `studio`, `changed` and `removed`',
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
