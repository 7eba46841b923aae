// The route table of the service: which operations have routes in which response format.
import { catalogue, recordOperations } from '../../../application/operations/catalogue.js';
import {
  legacyObjectOperations,
  legacyOperations,
  legacyTextOperations,
} from '../../../application/operations/legacy-catalogue.js';
import { followEvents } from '../../../application/operations/events.js';
import { screenPages } from '../../../application/operations/panels.js';
import { tallyPictures } from '../../../application/operations/tally-pictures.js';
import { asyncApiDocument, docsPage, openApiDocument } from '../../../application/operations/reference.js';
import type { ControlServices } from '../../../application/operations/control-services.js';
import {
  jsonFormat,
  legacyFormat,
  legacyRootFormat,
  legacyTextFormat,
  plainFormat,
  eventStreamFormat,
} from './response-format.js';
import type { RouteEntry } from './routes.js';
import { asyncApiJsonFormat, openApiJsonFormat, htmlPageFormat, pictureFormat, screenFormat } from './raw-responses.js';

export const routeTable: readonly RouteEntry<ControlServices>[] = [
  { format: jsonFormat, operations: recordOperations },
  { format: eventStreamFormat, operations: [followEvents] },
  { format: openApiJsonFormat, operations: [openApiDocument] },
  { format: asyncApiJsonFormat, operations: [asyncApiDocument] },
  { format: htmlPageFormat, operations: [docsPage] },
  { format: pictureFormat, operations: tallyPictures },
  { format: screenFormat, operations: screenPages },
  { format: plainFormat, operations: catalogue },
  { format: legacyFormat, operations: legacyOperations },
  { format: legacyRootFormat, operations: legacyObjectOperations },
  { format: legacyTextFormat, operations: legacyTextOperations },
];
