// Which face every operation of the service has.
import { catalogue, recordOperations } from '../../../application/catalogue.js';
import { legacyObjects, legacyOperations, legacyTexts } from '../../../application/legacy-catalogue.js';
import { events } from '../../../application/operations/events.js';
import { docs, openApi } from '../../../application/operations/reference.js';
import type { ControlPorts } from '../../../application/ports.js';
import { json, legacy, legacyRoot, legacyText, plain, streamed } from './face.js';
import type { Mounting } from './routes.js';
import { openApiJson, page } from './written.js';

export const mountings: readonly Mounting<ControlPorts>[] = [
  { face: json, operations: recordOperations },
  { face: streamed, operations: [events] },
  { face: openApiJson, operations: [openApi] },
  { face: page, operations: [docs] },
  { face: plain, operations: catalogue },
  { face: legacy, operations: legacyOperations },
  { face: legacyRoot, operations: legacyObjects },
  { face: legacyText, operations: legacyTexts },
];
