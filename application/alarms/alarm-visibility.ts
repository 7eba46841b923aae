// Which alarms a caller may see: those about records that it may read (ALARM-3).
import { pinOf, type Caller, type RefusedDevice } from '../../domain/access/caller.js';
import { mayRead } from '../access/visibility.js';
import type { CurrentAccess } from '../ports/current-access.js';
import type { StudioState } from '../state/studio-state.js';
import { featureOf } from '../../domain/studio/alarm-kinds.js';
import type { Alarm } from './alarm.js';

/** What decides about alarms. */
export interface AlarmVisibilityDeps {
  readonly access: CurrentAccess;
  readonly studio: Pick<StudioState, 'layout'>;
}

/** Returns the station that the subject of an alarm belongs to; null if it belongs to the studio. */
export const stationOfAlarm = ({ layout }: Pick<StudioState, 'layout'>, { kind, subject }: Alarm): string | null =>
  featureOf(kind) === 'automations' ? (layout.automations.find(({ id }) => id === subject)?.station ?? null) : null;

/** Returns whether a caller may see an alarm. Who holds the studio doesn't matter: an alarm is not the holder's alone. */
export const seesAlarm =
  ({ access, studio }: AlarmVisibilityDeps, caller: Caller | RefusedDevice | undefined) =>
  (alarm: Alarm): boolean => {
    const [station, pin] = [stationOfAlarm(studio, alarm), pinOf(caller)];
    const isOfAnotherStation = station !== null && pin !== null && station !== pin;
    return !isOfAnotherStation && mayRead(access.current().configuration, caller, featureOf(alarm.kind));
  };
