// The catalogue: all operations of the device-control API.
import type { Operation } from '../api/operation.js';
import { actionOperations } from './actions.js';
import { alarmOperations } from './alarms.js';
import { automationOperations } from './automations.js';
import { bankOperations } from './banks.js';
import { cameraOperations } from './cameras.js';
import { coreOperations } from './core.js';
import { eventOperations } from './events.js';
import { indexOperations } from './api-index.js';
import { macroOperations } from './macros.js';
import { pairOperations } from './main-and-backup.js';
import { metricOperations } from './metrics.js';
import { cueOperations } from './cue-and-take.js';
import { graphicOperations } from './graphics.js';
import { outputOperations } from './outputs.js';
import { panelOperations } from './panels.js';
import { playlistOperations } from './playlists.js';
import { referenceOperations } from './reference.js';
import { signalOperations } from './signals.js';
import { stateOperations } from './state.js';
import { stationOperations } from './station.js';
import { studioOperations } from './studio.js';
import { systemOperations } from './system.js';
import { variableOperations } from './variables.js';
import type { ControlServices } from './control-services.js';

/** The operations on records of the studio, which the keys of panels may name. */
export const studioRecordOperations: readonly Operation<ControlServices>[] = [
  ...studioOperations,
  ...stationOperations,
  ...signalOperations,
  ...macroOperations,
  ...automationOperations,
  ...outputOperations,
  ...cueOperations,
  ...pairOperations,
  ...playlistOperations,
  ...graphicOperations,
  ...bankOperations,
  ...cameraOperations,
  ...variableOperations,
];

/** The operations that return one or several records. */
export const recordOperations: readonly Operation<ControlServices>[] = [
  ...indexOperations,
  ...systemOperations,
  ...actionOperations,
  ...alarmOperations,
  ...metricOperations,
  ...stateOperations,
  ...panelOperations(studioRecordOperations),
  ...coreOperations,
  ...studioRecordOperations,
];

/** All operations. */
export const catalogue: readonly Operation<ControlServices>[] = [
  ...recordOperations,
  ...eventOperations,
  ...referenceOperations,
];
