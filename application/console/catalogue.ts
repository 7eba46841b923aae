// The lists of all endpoints of the console.
import { accessEndpoints } from './endpoints/access.js';
import { apiTokenEndpoints } from './endpoints/api-tokens.js';
import { findRecords } from './endpoints/find.js';
import { firstStepsEndpoints } from './endpoints/first-steps.js';
import { historyEndpoints } from './endpoints/history.js';
import { deviceEndpoints } from './endpoints/devices.js';
import { getDocument, type DocumentPorts } from './endpoints/content.js';
import type { Endpoint } from './endpoints/endpoint.js';
import { operatorEndpoints } from './endpoints/operators.js';
import { ownSessionEndpoints, type SessionPorts } from './endpoints/own-session.js';
import type { ConsoleServices } from './console-services.js';
import { panelTargetEndpoints } from './endpoints/panel-targets.js';
import { refusedCallerEndpoints } from './endpoints/refused-callers.js';
import { refusedServiceEndpoints } from './endpoints/refused-services.js';
import { serviceReadEndpoints } from './endpoints/service-reads.js';
import { sessionEndpoints } from './endpoints/sessions.js';
import { studioKeyEndpoints } from './endpoints/studio-keys.js';
import { labelEndpoints } from './endpoints/studio-labels.js';
import { streamEndpoints, type StreamPorts } from './endpoints/streams.js';
import { listStudios } from './endpoints/studio-list.js';
import { editStudioFile, type StudioFilePorts } from './endpoints/studio-file.js';
import { studioEndpoints } from './endpoints/studios.js';
import { webhookEndpoints } from './endpoints/webhooks.js';

/** Everything that the endpoints of the management API use. */
export type CataloguePorts = ConsoleServices & SessionPorts & StreamPorts & StudioFilePorts & DocumentPorts;

/** The management API, which the OpenAPI document describes. */
export const consoleCatalogue = [
  listStudios,
  ...studioEndpoints,
  editStudioFile,
  ...labelEndpoints,
  ...studioKeyEndpoints,
  ...accessEndpoints,
  ...deviceEndpoints,
  ...panelTargetEndpoints,
  ...historyEndpoints,
  ...serviceReadEndpoints,
  ...operatorEndpoints,
  ...sessionEndpoints,
  ...apiTokenEndpoints,
  ...webhookEndpoints,
  ...firstStepsEndpoints,
  ...refusedCallerEndpoints,
  ...refusedServiceEndpoints,
  findRecords,
  ...ownSessionEndpoints,
  ...streamEndpoints,
  getDocument,
] as const satisfies readonly Endpoint<CataloguePorts>[];
