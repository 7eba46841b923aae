// The OBS driver under test, connected to a scripted OBS. Both are closed with the test.
import { onTestFinished } from 'vitest';
import type { Log } from '../../../../application/ports/log.js';
import { silent } from '../../../../features/support/silent-log.js';
import { manualClock } from '../../../../simulator/clock.js';
import { eventually } from '../../../support/eventually.js';
import { layoutWith, openDrivers, type OpenedDrivers } from '../bench.js';
import { obsOptions, output } from './bench.js';
import { rawObs, type RawObs, type ScriptedInput } from './raw-obs.js';

/** The inputs of an OBS that can be used. */
export const usable: Readonly<Record<string, ScriptedInput>> = {
  ...{ A: {}, B: { isShown: false }, C: {}, D: { isShown: false } },
};

/** Opens a scripted OBS. */
export const openObs = async (...args: Parameters<typeof rawObs>): Promise<RawObs> => {
  const obs = await rawObs(...args);
  onTestFinished(obs.close);
  return obs;
};

/** Opens the driver. `settings` are settings of the connection besides those of the bench. */
export const driveRaw = ({ port }: Pick<RawObs, 'port'>, log: Log = silent, settings: object = {}): OpenedDrivers => {
  const options = { ...obsOptions, settings: { ...obsOptions.settings, ...settings } };
  const opened = openDrivers(layoutWith('obs', { host: '127.0.0.1', port }, options), manualClock(), log);
  onTestFinished(opened.close);
  return opened;
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

/** A log that notes the reasons of its warnings. */
export const notingReasons = (): { readonly reasons: unknown[]; readonly log: Log } => {
  const reasons: unknown[] = [];
  const warn: Log['warn'] = (_, fields) => void reasons.push(fields?.['reason']);
  return { reasons, log: { ...silent, warn } };
};
