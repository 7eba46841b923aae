// The routes beside the catalogue, described as if they were of it: the session, the events, and the document itself.
import * as t from 'io-ts';
import { type Endpoint } from '../../../../application/console/endpoints/endpoint.js';
import { PasswordChange } from '../../../../application/console/sign-in/own-password.js';
import { OperatorOverview, SignIn } from '../../../../domain/console/operator.js';

/** What is told of a route. */
export type Described = Pick<
  Endpoint<never>,
  'name' | 'summary' | 'intent' | 'role' | 'tagged' | 'path' | 'parameters' | 'body' | 'result'
> & {
  /** Where it isn't that of its intent. */
  readonly status?: number;
  /** What is answered where it isn't JSON. */
  readonly media?: string;
};

const route = { role: 'viewer', tagged: false, parameters: { path: {}, query: {} }, body: null, result: null } as const;
const session = { ...route, path: '/session' };

/** Every route that operators have beside the catalogue. */
export const extraRoutes: readonly Described[] = [
  {
    ...{ ...session, name: 'session.get', summary: 'Who is signed in', intent: 'read' },
    result: OperatorOverview,
  },
  {
    ...{ ...session, name: 'session.begin', summary: 'Sign in; the answer sets the session cookie', intent: 'act' },
    ...{ body: SignIn, result: OperatorOverview },
  },
  { ...session, name: 'session.end', summary: 'Sign out', intent: 'remove' },
  {
    ...{ ...route, path: '/session/password', name: 'session.password', intent: 'replace', status: 204 },
    summary: 'Change the own password; all other sessions of the operator end',
    body: PasswordChange,
  },
  {
    ...{ ...route, path: '/events', name: 'event.follow', intent: 'read', media: 'text/event-stream' },
    summary: 'Follow what changes, at whichever console: the events `studio`, `changed` and `removed`',
  },
  {
    ...{ ...route, path: '/openapi.json', name: 'document.get', summary: 'This document', intent: 'read' },
    result: t.UnknownRecord,
  },
];
