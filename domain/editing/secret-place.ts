// Where editors set secrets: in fields of connections and webhooks that name files.

/** A field of a connection or webhook, such as `tls.keyFile`. */
export type SecretPlace = { readonly field: string } & ({ readonly connection: string } | { readonly webhook: string });

/** Returns the list and the id of the record. */
export const ownerOf = (place: SecretPlace): { readonly list: 'connections' | 'webhooks'; readonly id: string } =>
  'webhook' in place ? { list: 'webhooks', id: place.webhook } : { list: 'connections', id: place.connection };

/** Returns the place of a field of a record. */
export const placeIn = (list: 'connections' | 'webhooks', id: string, field: string): SecretPlace =>
  list === 'webhooks' ? { webhook: id, field } : { connection: id, field };

/** Whether two places are the same. */
export const isSamePlace = (one: SecretPlace, other: SecretPlace): boolean =>
  one.field === other.field && ownerOf(one).list === ownerOf(other).list && ownerOf(one).id === ownerOf(other).id;
