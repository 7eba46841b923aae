// Which face every operation of the service has.
import { catalogue, recordOperations } from '../../../application/operations/catalogue.js';
import {
  legacyObjectOperations,
  legacyOperations,
  legacyTextOperations,
} from '../../../application/operations/legacy-catalogue.js';
import { followEvents } from '../../../application/operations/events.js';
import { docsPage, openApiDocument } from '../../../application/operations/reference.js';
import type { ControlServices } from '../../../application/operations/control-services.js';
import { json, legacy, legacyRoot, legacyText, plain, streamed } from './response-format.js';
import type { RouteEntry } from './routes.js';
import { openApiJson, page } from './raw-responses.js';

export const routeTable: readonly RouteEntry<ControlServices>[] = [
  { face: json, operations: recordOperations },
  { face: streamed, operations: [followEvents] },
  { face: openApiJson, operations: [openApiDocument] },
  { face: page, operations: [docsPage] },
  { face: plain, operations: catalogue },
  { face: legacy, operations: legacyOperations },
  { face: legacyRoot, operations: legacyObjectOperations },
  { face: legacyText, operations: legacyTextOperations },
];
