// Every operation of the device-control API, collected.
import type { Operation } from './operation.js';
import { actionOperations } from './operations/actions.js';
import { automationOperations } from './operations/automations.js';
import { bankOperations } from './operations/banks.js';
import { cameraOperations } from './operations/cameras.js';
import { coreOperations } from './operations/core.js';
import { eventOperations } from './operations/events.js';
import { indexOperations } from './operations/index.js';
import { macroOperations } from './operations/macros.js';
import { metricOperations } from './operations/metrics.js';
import { outputOperations } from './operations/outputs.js';
import { referenceOperations } from './operations/reference.js';
import { signalOperations } from './operations/signals.js';
import { stationOperations } from './operations/station.js';
import { studioOperations } from './operations/studio.js';
import { systemOperations } from './operations/system.js';
import { variableOperations } from './operations/variables.js';
import type { ControlPorts } from './ports.js';

/** Those whose result is one or several records. */
export const recordOperations: readonly Operation<ControlPorts>[] = [
  ...indexOperations,
  ...systemOperations,
  ...actionOperations,
  ...metricOperations,
  ...coreOperations,
  ...studioOperations,
  ...stationOperations,
  ...signalOperations,
  ...macroOperations,
  ...automationOperations,
  ...outputOperations,
  ...bankOperations,
  ...cameraOperations,
  ...variableOperations,
];

export const catalogue: readonly Operation<ControlPorts>[] = [
  ...recordOperations,
  ...eventOperations,
  ...referenceOperations,
];
