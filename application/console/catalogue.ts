// Every endpoint of the console's management API, collected.
import { accessEndpoints } from './access.js';
import { changeEndpoints } from './changes.js';
import { deviceEndpoints } from './devices.js';
import type { Endpoint } from './endpoint.js';
import { operatorEndpoints } from './operator-endpoints.js';
import type { ConsolePorts } from './ports.js';
import { refusedCallerEndpoints } from './refused-callers.js';
import { studioEndpoints } from './studios.js';

export const consoleCatalogue: readonly Endpoint<ConsolePorts>[] = [
  ...studioEndpoints,
  ...accessEndpoints,
  ...deviceEndpoints,
  ...changeEndpoints,
  ...operatorEndpoints,
  ...refusedCallerEndpoints,
];
