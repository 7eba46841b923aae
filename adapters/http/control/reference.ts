// The API reference: its page, and the documents of what is switched on, each generated once per configuration.
import type { AccessConfiguration } from '../../../domain/access/configuration.js';
import type { Reference } from '../../../application/ports/reference.js';
import type { AccessPolicy } from '../../../domain/access/access-policy.js';
import { eventsDocument } from './openapi/asyncapi.js';
import { controlDocument, type DocumentTitle } from './openapi/document.js';
import type { RouteEntry } from './routes.js';

/** Returns a document as text. It is generated once per policy. */
const generatedOnce = (documentOf: (configuration: AccessConfiguration) => object): Reference['document'] => {
  const documents = new WeakMap<AccessPolicy, string>();
  return (policy) => {
    const document = documents.get(policy) ?? JSON.stringify(documentOf(policy.configuration));
    documents.set(policy, document);
    return document;
  };
};

/** Creates the reference of a route table. */
export const controlReference = <Ports>(
  routeTable: readonly RouteEntry<Ports>[],
  title: DocumentTitle,
  page: string,
): Reference => ({
  page,
  document: generatedOnce(controlDocument(routeTable, title)),
  eventsDocument: generatedOnce(eventsDocument(title)),
});
