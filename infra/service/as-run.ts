// The files of the as-run log of the service, as configured.
import { asRunFiles, type AsRunFiles } from '../../adapters/audit/as-run-files.js';
import { SystemClock } from '../../adapters/node/clock.js';
import type { Alarms } from '../../application/alarms/alarms.js';
import { fileAlarm } from '../../application/alarms/file-alarms.js';
import type { Clock } from '../../application/ports/clock.js';
import type { Log } from '../../application/ports/log.js';
import type { LayoutInForce } from '../../application/state/current-layout.js';
import { localDay, zoneOffsets } from '../../domain/studio/time-zone.js';
import { usableFolder } from '../machine/data-folder.js';
import type { Settings } from '../settings/settings.js';

/** The name of the folder in `DATA_DIR`. */
export const asRunFolder = 'as-run';

const megabyte = 1_048_576;

/** Returns the day of a time, since 1970 UTC in milliseconds. */
export type DayOf = (ms: number) => string;

/** Returns the days of the studio's time zone. It follows the layout in force. */
export const studioDays = (current: Pick<LayoutInForce, 'layout'>): DayOf => {
  let { timezone } = current.layout;
  let offsets = zoneOffsets(timezone);
  return (ms) => {
    if (timezone !== current.layout.timezone) offsets = zoneOffsets(current.layout.timezone);
    timezone = current.layout.timezone;
    return localDay(offsets, ms);
  };
};

/** What the files use. */
export interface AsRunFilesDeps {
  readonly settings: Settings;
  readonly log: Log;
  readonly clock: Clock;
  readonly alarms: Alarms;
  readonly dayOf: DayOf;
}

/** Opens the files. Rejects with a `StartupError` if their folder can't be used. */
export const openAsRunFiles = async ({ settings, log, clock, alarms, dayOf }: AsRunFilesDeps): Promise<AsRunFiles> =>
  asRunFiles({
    folder: await usableFolder(settings.DATA_DIR, asRunFolder, log),
    retention: { days: settings.AS_RUN_DAYS, bytes: settings.AS_RUN_MEGABYTES * megabyte },
    clock,
    dayOf,
    machine: new SystemClock(),
    log,
    alarm: fileAlarm(alarms, 'as-run-log'),
  });
