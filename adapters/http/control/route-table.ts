// Which face every operation of the service has.
import { catalogue, recordOperations } from '../../../application/operations/catalogue.js';
import { legacyObjects, legacyOperations, legacyTexts } from '../../../application/operations/legacy-catalogue.js';
import { events } from '../../../application/operations/events.js';
import { docs, openApi } from '../../../application/operations/reference.js';
import type { ControlServices } from '../../../application/operations/control-services.js';
import { json, legacy, legacyRoot, legacyText, plain, streamed } from './response-format.js';
import type { RouteEntry } from './routes.js';
import { openApiJson, page } from './raw-responses.js';

export const routeTable: readonly RouteEntry<ControlServices>[] = [
  { face: json, operations: recordOperations },
  { face: streamed, operations: [events] },
  { face: openApiJson, operations: [openApi] },
  { face: page, operations: [docs] },
  { face: plain, operations: catalogue },
  { face: legacy, operations: legacyOperations },
  { face: legacyRoot, operations: legacyObjects },
  { face: legacyText, operations: legacyTexts },
];
