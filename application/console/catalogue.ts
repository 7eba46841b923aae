// The list of all endpoints of the console's management API.
import { accessEndpoints } from './endpoints/access.js';
import { findRecords } from './endpoints/find.js';
import { firstStepsEndpoints } from './endpoints/first-steps.js';
import { historyEndpoints } from './endpoints/history.js';
import { deviceEndpoints } from './endpoints/devices.js';
import type { Endpoint } from './endpoints/endpoint.js';
import { operatorEndpoints } from './endpoints/operators.js';
import type { ConsoleServices } from './console-services.js';
import { panelTargetEndpoints } from './endpoints/panel-targets.js';
import { refusedCallerEndpoints } from './endpoints/refused-callers.js';
import { refusedServiceEndpoints } from './endpoints/refused-services.js';
import { sessionEndpoints } from './endpoints/sessions.js';
import { studioKeyEndpoints } from './endpoints/studio-keys.js';
import { labelEndpoints } from './endpoints/studio-labels.js';
import { listStudios } from './endpoints/studio-list.js';
import { studioEndpoints } from './endpoints/studios.js';

export const consoleCatalogue: readonly Endpoint<ConsoleServices>[] = [
  listStudios,
  ...studioEndpoints,
  ...labelEndpoints,
  ...studioKeyEndpoints,
  ...accessEndpoints,
  ...deviceEndpoints,
  ...panelTargetEndpoints,
  ...historyEndpoints,
  ...operatorEndpoints,
  ...sessionEndpoints,
  ...firstStepsEndpoints,
  ...refusedCallerEndpoints,
  ...refusedServiceEndpoints,
  findRecords,
];
