// Every operation of the device-control API, collected.
import type { Operation } from './operation.js';
import { outputOperations } from './operations/outputs.js';
import { signalOperations } from './operations/signals.js';
import { studioOperations } from './operations/studio.js';
import { systemOperations } from './operations/system.js';
import type { ControlPorts } from './ports.js';

export const catalogue: readonly Operation<ControlPorts>[] = [
  ...systemOperations,
  ...studioOperations,
  ...signalOperations,
  ...outputOperations,
];
