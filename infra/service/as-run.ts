// The as-run log of the service, as configured.
import { ContainerModule } from 'inversify';
import { asRunFiles, type AsRunFiles } from '../../adapters/audit/as-run-files.js';
import { SystemClock } from '../../adapters/node/clock.js';
import type { Alarms } from '../../application/alarms/alarms.js';
import { fileAlarm } from '../../application/alarms/file-alarms.js';
import { asRun } from '../../application/as-run/as-run.js';
import type { Clock } from '../../application/ports/clock.js';
import type { LayoutInForce } from '../../application/state/current-layout.js';
import { localDay, zoneOffsets } from '../../domain/studio/time-zone.js';
import { usableFolder } from '../machine/data-folder.js';
import { ids } from './identifiers.js';
import type { Host } from './part-groups.js';

/** The name of the folder in `DATA_DIR`. */
export const asRunFolder = 'as-run';

const megabyte = 1_048_576;

/** Returns the days of the studio's time zone. It follows the layout in force. */
const studioDays = (current: Pick<LayoutInForce, 'layout'>): ((ms: number) => string) => {
  let { timezone } = current.layout;
  let offsets = zoneOffsets(timezone);
  return (ms) => {
    if (timezone !== current.layout.timezone) offsets = zoneOffsets(current.layout.timezone);
    timezone = current.layout.timezone;
    return localDay(offsets, ms);
  };
};

const openFiles = async (
  { settings, log }: Pick<Host, 'settings' | 'log'>,
  clock: Clock,
  dayOf: (ms: number) => string,
  alarms: Alarms,
): Promise<AsRunFiles> =>
  asRunFiles({
    folder: await usableFolder(settings.DATA_DIR, asRunFolder, log),
    retention: { days: settings.AS_RUN_DAYS, bytes: settings.AS_RUN_MEGABYTES * megabyte },
    clock,
    dayOf,
    machine: new SystemClock(),
    log,
    alarm: fileAlarm(alarms, 'as-run-log'),
  });

/** Binds the as-run log and its files. */
export const asRunModule = new ContainerModule(({ bind }) => {
  const { clock, studioDays: days } = ids;
  bind(days).toResolvedValue(studioDays, [ids.currentLayout]);
  bind(ids.asRunFiles).toResolvedValue(
    (settings, log, clock, dayOf, alarms) => openFiles({ settings, log }, clock, dayOf, alarms),
    [ids.settings, ids.log, clock, days, ids.alarms],
  );
  bind(ids.asRunSending).toResolvedValue(
    (acknowledgements, sendAs) => ({ acknowledgements, sendAs }),
    [ids.acknowledgements, ids.sendAs],
  );
  bind(ids.asRun).toResolvedValue(
    (sink, clock, secrets, sending, dayOf) => asRun({ sink, clock, secrets, dayOf, ...sending }),
    [ids.asRunFiles, clock, ids.secrets, ids.asRunSending, days],
  );
});
