// The frozen copy of the document: everything switched on, under a version that no release changes.
import { resolve } from 'node:path';
import { mountings } from '../../adapters/http/control/mountings.js';
import { controlDocument } from '../../adapters/http/control/openapi/document.js';
import { defaultConfiguration } from '../../domain/access/configuration.js';
import type { OpenApi } from '../../adapters/http/server/openapi/document.js';

/** Where it is kept. */
export const frozenFile = resolve(import.meta.dirname, 'openapi.json');

/** The document as it would be frozen now. */
export const documentNow = (): OpenApi =>
  controlDocument(mountings, { name: 'Studio Control', version: '0.0.0' })(defaultConfiguration('any'));

/** As it is written down. */
export const written = (document: OpenApi): string => `${JSON.stringify(document, null, 2)}\n`;
