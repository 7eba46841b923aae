// The port of an identity provider: somebody else's service that authenticates operators.
import type * as E from 'fp-ts/lib/Either.js';

/** A sign-in that has begun. */
export interface BegunSignIn {
  /** Where the browser continues, at the provider. */
  readonly url: string;
  /** What the browser has to bring back; without it, the sign-in can't end. Secret, ASCII without `;` and spaces. */
  readonly pending: string;
}

/** Somebody whom the provider has authenticated. */
export interface VerifiedIdentity {
  /** The provider's identifier, and its identifier of the person there; both together never change. */
  readonly issuer: string;
  readonly subject: string;
  /** What the provider calls the person, for people only: another person may get the same name. */
  readonly name: string;
  /** The values of the claim that roles are derived from, such as groups. */
  readonly roleValues: readonly string[];
}

/**
 * Why a sign-in at the provider failed: `denied` by the person or the provider; `expired`: too late, repeated, or begun in
 * another browser; `unavailable`: the provider can't be reached; `rejected`: its response is not valid here.
 */
export type ProviderFailure = 'denied' | 'expired' | 'unavailable' | 'rejected';

/** An identity provider. Its promises never reject. */
export interface IdentityProvider {
  /** How the page names it, such as `Example SSO`. */
  readonly name: string;
  readonly begin: () => Promise<E.Either<ProviderFailure, BegunSignIn>>;
  /** Ends a sign-in. `rawQuery` is the query with which the provider sent the browser back. */
  readonly end: (pending: string, rawQuery: string) => Promise<E.Either<ProviderFailure, VerifiedIdentity>>;
}
