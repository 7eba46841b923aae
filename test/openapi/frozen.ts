// The frozen copies of the documents: everything switched on, under a version that no release changes.
import { resolve } from 'node:path';
import { consoleDocument } from '../../adapters/http/console/openapi/document.js';
import { routeTable } from '../../adapters/http/control/route-table.js';
import { controlDocument } from '../../adapters/http/control/openapi/document.js';
import { defaultConfiguration } from '../../domain/access/configuration.js';
import type { OpenApi } from '../../adapters/http/server/openapi/document.js';

const version = '0.0.0';

/** Where it is kept. */
export const frozenFile = resolve(import.meta.dirname, 'openapi.json');

/** The document as it would be frozen now. */
export const documentNow = (): OpenApi =>
  controlDocument(routeTable, { name: 'Studio Control', version })(defaultConfiguration('any'));

/** The console's, and where it is kept. */
export const consoleFrozenFile = resolve(import.meta.dirname, 'console-openapi.json');
export const consoleDocumentNow = (): OpenApi => consoleDocument(version);

/** As it is written down. */
export const written = (document: OpenApi): string => `${JSON.stringify(document, null, 2)}\n`;
