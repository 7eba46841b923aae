// The API reference: its page, and the OpenAPI document of what is switched on, generated once per configuration.
import type { Reference } from '../../../application/ports/reference.js';
import type { AccessPolicy } from '../../../domain/access/access-policy.js';
import { controlDocument, type DocumentTitle } from './openapi/document.js';
import type { RouteEntry } from './routes.js';

/** Creates the reference of a route table. */
export const controlReference = <Ports>(
  routeTable: readonly RouteEntry<Ports>[],
  title: DocumentTitle,
  page: string,
): Reference => {
  const documentOf = controlDocument(routeTable, title);
  const documents = new WeakMap<AccessPolicy, string>();
  return {
    page,
    document: (policy) => {
      const document = documents.get(policy) ?? JSON.stringify(documentOf(policy.configuration));
      documents.set(policy, document);
      return document;
    },
  };
};
