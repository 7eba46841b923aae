// The OBS driver under test, connected to a scripted OBS.
import type { Log } from '../../../../application/ports/log.js';
import { silent } from '../../../../features/support/silent-log.js';
import { manualClock } from '../../../../simulator/clock.js';
import { eventually } from '../../../support/eventually.js';
import { layoutWith, openDrivers, type OpenedDrivers } from '../bench.js';
import { obsOptions, output } from './bench.js';
import type { RawObs } from './raw-obs.js';

/** Opens the driver. `settings` are settings of the connection besides those of the bench. */
export const driveRaw = ({ port }: Pick<RawObs, 'port'>, log: Log = silent, settings: object = {}): OpenedDrivers => {
  const options = { ...obsOptions, settings: { ...obsOptions.settings, ...settings } };
  return openDrivers(layoutWith('obs', { host: '127.0.0.1', port }, options), manualClock(), log);
};

/** Lets time pass until a condition holds. */
export const until = ({ clock }: OpenedDrivers, what: string, holds: () => boolean): Promise<void> =>
  eventually(what, async () => {
    if (!holds()) await clock.advance(10);
    return holds();
  });

/** Lets time pass until the output is connected. */
export const untilConnected = (driven: OpenedDrivers): Promise<void> =>
  until(driven, 'it is connected', () => driven.drivers.players.state(output).connected);
