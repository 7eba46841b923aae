// Steers a studio whose outputs real players play: a relay before each player records its commands and injects faults.
import { strict as assert } from 'node:assert';
import type { ManualClock } from '../../simulator/clock.js';
import type { LoggedCommand } from '../../simulator/command-log.js';
import type { SimulatedStudio } from '../../simulator/studio.js';
import type { ScenarioFault, StudioSteering } from './driver.js';
import { commandText, deviceId, steerInProcess } from './simulator-steering.js';

/** The faults that a relay can imitate. */
type RelayFault = 'none' | 'cut' | 'frozen' | 'refused';

const relayFaults: Partial<Record<ScenarioFault['kind'], RelayFault>> = {
  none: 'none',
  offline: 'cut',
  frozen: 'frozen',
  refuses: 'refused',
};

/** A command that a relay has forwarded. */
export type RecordedCommand = Pick<LoggedCommand, 'time' | 'device' | 'command'>;

/** A relay before a player. */
interface PlayerRelay {
  readonly setFault: (fault: RelayFault) => void;
}

/** The real players of a studio whose other devices are simulated. */
export interface RealPlayers extends Pick<StudioSteering, 'playing'> {
  readonly studio: SimulatedStudio;
  readonly clock: ManualClock;
  /** The relays by output. */
  readonly relays: ReadonlyMap<string, PlayerRelay>;
  readonly recorded: () => readonly RecordedCommand[];
}

/** Steers a studio with real players. Throws for a fault that a relay can't imitate. */
export const steerRealPlayers = ({ studio, clock, relays, recorded, playing }: RealPlayers): StudioSteering => {
  const others = steerInProcess(studio, clock);
  return {
    ...others,
    clock: 'real',
    commands: () =>
      [...recorded(), ...studio.commands()].toSorted((a, b) => a.time.localeCompare(b.time)).map(commandText),
    injectFault: (device, fault) => {
      if (device.kind !== 'player') return others.injectFault(device, fault);
      const imitated = relayFaults[fault.kind];
      assert.ok(
        imitated,
        `the fault "${fault.kind}" can't be injected into a real player: tag the scenario @simulator`,
      );
      relays.get(deviceId(studio, device))?.setFault(imitated);
    },
    playing,
  };
};
