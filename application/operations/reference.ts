// The reference of the API: openapi.json, asyncapi.json and the docs page. They are public (PUBLIC-2) and follow the switches (SWITCH-5).
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import type { About } from '../ports/about.js';
import { textForm } from '../api/plain-forms.js';
import type { CurrentAccess } from '../ports/current-access.js';
import type { Reference } from '../ports/reference.js';
import { read } from '../api/read.js';
import { links } from './api-index.js';

interface Ports {
  readonly about: About;
  readonly access: CurrentAccess;
  readonly reference: Reference;
}

/** The OpenAPI document, as text. */
export const openApiDocument = read({
  name: 'reference.openapi',
  summary: 'The machine-readable description of what is switched on',
  feature: null,
  tag: 'system',
  admission: 'public',
  path: '/openapi.json',
  result: { document: t.string },
  plain: (_body, { about }: Ports) => about.version,
  plainForm: textForm('The version that the document describes', '1.0.0'),
  run: ({ access, reference }: Ports) => E.right({ document: reference.document(access.current()) }),
});

/** The AsyncAPI document, as text. */
export const asyncApiDocument = read({
  name: 'reference.asyncapi',
  summary: 'The machine-readable description of the events that may be read',
  feature: null,
  tag: 'system',
  admission: 'public',
  path: '/asyncapi.json',
  result: { document: t.string },
  plain: (_body, { about }: Ports) => about.version,
  plainForm: textForm('The version that the document describes', '1.0.0'),
  run: ({ access, reference }: Ports) => E.right({ document: reference.eventsDocument(access.current()) }),
});

/** The docs page, as text. */
export const docsPage = read({
  name: 'reference.docs',
  summary: 'The reference page',
  feature: null,
  tag: 'system',
  admission: 'public',
  path: '/docs',
  result: { page: t.string },
  plain: () => links.docs,
  plainForm: textForm('The path of the page', links.docs),
  run: ({ reference }: Pick<Ports, 'reference'>) => E.right({ page: reference.page }),
});

export const referenceOperations = [openApiDocument, asyncApiDocument, docsPage];
