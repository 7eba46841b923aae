// The reference as the service tells it: the document of what is switched on, written once for each configuration.
import type { Reference } from '../../../application/ports/reference.js';
import type { AccessPolicy } from '../../../domain/access/access-policy.js';
import { controlDocument, type DocumentTitle } from './openapi/document.js';
import type { RouteEntry } from './routes.js';

/** Makes the reference of what is mounted, with its page. */
export const controlReference = <Ports>(
  mountings: readonly RouteEntry<Ports>[],
  titled: DocumentTitle,
  page: string,
): Reference => {
  const documentOf = controlDocument(mountings, titled);
  const written = new WeakMap<AccessPolicy, string>();
  return {
    page,
    document: (enforcement) => {
      const document = written.get(enforcement) ?? JSON.stringify(documentOf(enforcement.configuration));
      written.set(enforcement, document);
      return document;
    },
  };
};
