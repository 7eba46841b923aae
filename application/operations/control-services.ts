// Everything the operations of the device-control API may use.
import type { Alarms } from '../alarms/alarms.js';
import type { About } from '../ports/about.js';
import type { ActionRecords } from '../commands/action-records.js';
import type { Events } from '../events/events.js';
import type { SourcePorts } from '../events/sources.js';
import type { Metrics } from '../ports/metrics.js';
import type { RequestLog } from '../calls/request-log.js';
import type { CurrentAccess } from '../ports/current-access.js';
import type { Reference } from '../ports/reference.js';

/** Everything the control operations may use. Each operation declares the few that it uses. */
export interface ControlServices extends SourcePorts {
  readonly access: CurrentAccess;
  readonly about: About;
  readonly alarms: Alarms;
  readonly requestLog: RequestLog;
  readonly actions: ActionRecords;
  readonly events: Events;
  readonly metrics: Metrics;
  readonly reference: Reference;
  /** The page for screens, as text. */
  readonly screens: string;
  /** Lets no playlist send anything more. What runs is remembered. */
  readonly stopPlaylists: () => void;
}
