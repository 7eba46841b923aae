// Reads the claims about a person.
import type { VerifiedIdentity } from '../../application/ports/identity-provider.js';

/** The claims of an ID token and of the user info endpoint. Issuer and subject have been checked. */
export interface Claims extends Readonly<Record<string, unknown>> {
  readonly iss: string;
  readonly sub: string;
}

/** The claims that name a person, the preferred first. */
const nameClaims = ['preferred_username', 'email', 'name', 'sub'] as const;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** The texts of a claim that is one text or a list of texts. */
const textsOf = (claim: unknown): readonly string[] => (Array.isArray(claim) ? claim : [claim]).filter(isText);

/** Returns the identity that claims describe. */
export const identityOf = (claims: Claims, roleClaim: string): VerifiedIdentity => ({
  issuer: claims.iss,
  subject: claims.sub,
  name: nameClaims.map((claim) => claims[claim]).find(isText) ?? claims.sub,
  roleValues: textsOf(Object.hasOwn(claims, roleClaim) ? claims[roleClaim] : undefined),
});
