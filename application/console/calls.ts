// The types of the calls of the management API, derived from its endpoints, for clients in TypeScript.
import type * as t from 'io-ts';
import type { Codecs } from '../api/parameters.js';
import type { consoleCatalogue } from './catalogue.js';

type Entry = (typeof consoleCatalogue)[number];

/** The name of an endpoint. */
export type EndpointName = Entry['name'];

type EntryOf<Name extends EndpointName> = Extract<Entry, { readonly name: Name }>;

/** The value of a parameter as text. One that isn't text is sent as its codec encodes it. */
type Sent<Codec extends t.Mixed> = t.TypeOf<Codec> extends string | undefined ? t.TypeOf<Codec> : t.OutputOf<Codec>;

type Needed<C extends Codecs> = { readonly [K in keyof C as undefined extends Sent<C[K]> ? never : K]: Sent<C[K]> };
type Optional<C extends Codecs> = { readonly [K in keyof C as undefined extends Sent<C[K]> ? K : never]?: Sent<C[K]> };
type Parameters<C extends Codecs> = Needed<C> & Optional<C>;

/** The parameters of an endpoint's path and query. */
export type ParametersOf<Name extends EndpointName> = Parameters<EntryOf<Name>['parameters']['path']> &
  Parameters<EntryOf<Name>['parameters']['query']>;

/** The body that an endpoint reads; undefined if it reads none. */
export type BodyOf<Name extends EndpointName> = NonNullable<EntryOf<Name>['body']>['_A'];

/** The body with which an endpoint responds; undefined if it responds with none. */
export type ResultOf<Name extends EndpointName> = NonNullable<EntryOf<Name>['result']>['_A'];

/** Where an endpoint is called: its HTTP method, and its path with `:name` parameters. */
export interface EndpointAddress {
  readonly method: string;
  readonly path: string;
}
