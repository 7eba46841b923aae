// Where a request comes from, read off its socket and headers for the access rules to judge.
import type { IncomingHttpHeaders } from 'node:http';
import * as O from 'fp-ts/lib/Option.js';
import { pipe } from 'fp-ts/lib/function.js';
import { parseAddress, unspecifiedAddress } from '../../../domain/access/address.js';
import type { BrowserFacts } from '../../../domain/access/browser-guard.js';
import { readCredentials } from '../../../domain/access/credentials.js';
import type { Provenance } from '../../../domain/access/judgement.js';
import type { HttpRequest } from '../server/request.js';

const isForwarding = (name: string): boolean =>
  name === 'forwarded' || name === 'via' || name.startsWith('x-forwarded-');

const one = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(', ') : value;

const browserFacts = (headers: IncomingHttpHeaders, names: readonly string[]): BrowserFacts => ({
  host: headers.host,
  origin: headers.origin,
  referer: headers.referer,
  userAgent: headers['user-agent'],
  secFetchSite: one(headers['sec-fetch-site']),
  secFetch: names.some((name) => name.startsWith('sec-fetch-')),
});

/** Reads a request's provenance. What a proxy claims of the caller's address is never believed. */
export const provenanceOf = ({ address, headers, query }: HttpRequest): Provenance => {
  const names = Object.keys(headers);
  return {
    address: pipe(
      parseAddress(address),
      O.getOrElse(() => unspecifiedAddress),
    ),
    forwarded: names.some(isForwarding),
    credentials: readCredentials(headers.authorization, query.get('token') ?? []),
    browser: browserFacts(headers, names),
  };
};
