// Takes several parts out of a container at once.
import type { ResolutionContext, ServiceIdentifier } from 'inversify';

/** The identifiers of the fields of `A`. */
export type Identifiers<A> = { readonly [Name in keyof A]: ServiceIdentifier<A[Name]> };

/** Resolves every identifier under its name. */
export const gather =
  <A extends object>(identifiers: Identifiers<A>) =>
  (parts: Pick<ResolutionContext, 'get'>): A =>
    Object.fromEntries(
      Object.entries<ServiceIdentifier>(identifiers as Record<string, ServiceIdentifier>).map(([name, id]) => [
        name,
        parts.get(id),
      ]),
    ) as A;
