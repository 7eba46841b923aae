// The reference of the API, for machines and for people. It is open to everybody and follows the switches.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import type { About } from '../about.js';
import { textTelling } from '../plain-forms.js';
import type { AccessInForce, Reference } from '../ports.js';
import { read } from '../read.js';
import { links } from './index.js';

interface Ports {
  readonly about: About;
  readonly access: AccessInForce;
  readonly reference: Reference;
}

/** The machine-readable description, as text. */
export const openApi = read({
  name: 'reference.openapi',
  summary: 'The machine-readable description of what is switched on',
  feature: null,
  admission: 'public',
  path: '/openapi.json',
  result: { document: t.string },
  plain: (_body, { about }: Ports) => about.version,
  plainForm: textTelling('The version that the document describes', '1.0.0'),
  run: ({ access, reference }: Ports) => E.right({ document: reference.document(access.current()) }),
});

/** The page, as text. */
export const docs = read({
  name: 'reference.docs',
  summary: 'The reference page',
  feature: null,
  admission: 'public',
  path: '/docs',
  result: { page: t.string },
  plain: () => links.docs,
  plainForm: textTelling('Where the page is', links.docs),
  run: ({ reference }: Pick<Ports, 'reference'>) => E.right({ page: reference.page }),
});

export const referenceOperations = [openApi, docs];
