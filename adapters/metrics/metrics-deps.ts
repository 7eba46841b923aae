// What the metrics are computed from.
import type { Alarms } from '../../application/alarms/alarms.js';
import type { ActionRecords } from '../../application/commands/action-records.js';
import type { About } from '../../application/ports/about.js';
import type { CurrentAccess } from '../../application/ports/current-access.js';
import type { Events } from '../../application/events/events.js';
import type { Clock } from '../../application/ports/clock.js';
import type { Players } from '../../application/ports/players.js';
import type { StudioState } from '../../application/state/studio-state.js';

/** The sources of the counters, and of the gauges that are read at every collection. */
export interface MetricsDeps {
  readonly about: About;
  readonly clock: Clock;
  readonly access: CurrentAccess;
  readonly studio: StudioState;
  readonly players: Players;
  readonly alarms: Pick<Alarms, 'open'>;
  readonly actions: Pick<ActionRecords, 'watch'>;
  readonly events: Pick<Events, 'watch' | 'streams'>;
}
