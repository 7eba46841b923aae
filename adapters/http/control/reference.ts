// The reference as the service tells it: the document of what is switched on, written once for each configuration.
import type { Reference } from '../../../application/ports.js';
import type { Enforcement } from '../../../domain/access/enforcement.js';
import { controlDocument, type Titled } from './openapi/document.js';
import type { Mounting } from './routes.js';

/** Makes the reference of what is mounted, with its page. */
export const controlReference = <Ports>(
  mountings: readonly Mounting<Ports>[],
  titled: Titled,
  page: string,
): Reference => {
  const documentOf = controlDocument(mountings, titled);
  const written = new WeakMap<Enforcement, string>();
  return {
    page,
    document: (enforcement) => {
      const document = written.get(enforcement) ?? JSON.stringify(documentOf(enforcement.configuration));
      written.set(enforcement, document);
      return document;
    },
  };
};
