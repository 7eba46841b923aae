// Everything the operations of the device-control API may use.
import type { About } from '../ports/about.js';
import type { ActionRecords } from '../commands/action-records.js';
import type { Automations } from '../sequences/automations.js';
import type { Events } from '../events/events.js';
import type { Macros } from '../sequences/macros.js';
import type { Metrics } from '../ports/metrics.js';
import type { PulsedSignalLines } from '../commands/pulses.js';
import type { RequestLog } from '../calls/request-log.js';
import type { Clock } from '../ports/clock.js';
import type { Players } from '../ports/players.js';
import type { Cameras } from '../ports/cameras.js';
import type { StudioState } from '../state/studio-state.js';
import type { CurrentAccess } from '../ports/current-access.js';
import type { Reference } from '../ports/reference.js';

/** Everything the control operations may use. Each operation declares the few that it uses. */
export interface ControlServices {
  readonly clock: Clock;
  readonly studio: StudioState;
  readonly players: Players;
  readonly signalLines: PulsedSignalLines;
  readonly cameras: Cameras;
  readonly macros: Macros;
  readonly automations: Automations;
  readonly access: CurrentAccess;
  readonly about: About;
  readonly requestLog: RequestLog;
  readonly actions: ActionRecords;
  readonly events: Events;
  readonly metrics: Metrics;
  readonly reference: Reference;
}
