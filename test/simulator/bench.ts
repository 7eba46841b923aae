// The simulated demo studio under test, for the contract suites and for the simulator's own tests.
import * as E from 'fp-ts/lib/Either.js';
import type { TimedSelection } from '../contracts/players-bench.js';
import { manualClock, type ManualClock } from '../../simulator/clock.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import type { InjectedFault } from '../../simulator/fault.js';
import { simulatedStudio, type SimulatedStudio } from '../../simulator/studio.js';
import type { Bench } from '../contracts/device-commands.js';

/** The demo studio on a manual clock. */
export interface SimulatorBench {
  readonly clock: ManualClock;
  readonly studio: SimulatedStudio;
}

/** Returns a fresh studio. */
export const simulatorBench = (seed = 1): SimulatorBench => {
  const clock = manualClock();
  return { clock, studio: simulatedStudio(demoStudio, clock, { seed }) };
};

/** Sets the fault of a device; null for none. Throws if the device can't have it. */
export const injectFault = ({ studio }: SimulatorBench, device: string, fault: InjectedFault | null): void => {
  const result = studio.setFault(device, fault);
  if (E.isLeft(result)) throw new Error(result.left.message);
};

/** Returns the bench of one device. */
export const deviceBench = (bench: SimulatorBench, device: string): Bench => {
  const inject = (fault: InjectedFault | null) => () => {
    injectFault(bench, device, fault);
    return Promise.resolve();
  };
  return {
    pass: bench.clock.advance,
    promptMs: 30,
    refuse: inject({ type: 'refused' }),
    disconnect: inject({ type: 'offline' }),
    freeze: inject({ type: 'frozen' }),
    heal: inject(null),
  };
};

/** Returns a clip of the demo studio. */
export const clipSelection = (bankKey: string, clipKey: string): TimedSelection => {
  const bank = demoStudio.banks.find(({ key }) => key === bankKey);
  const clip = bank?.clips.find(({ key }) => key === clipKey);
  const { durationMs } = clip ?? {};
  if (clip === undefined || durationMs === undefined)
    throw new Error(`the demo studio has no clip ${clipKey} with a length in ${bankKey}`);
  return { bank: bankKey, clip: { ...clip, durationMs } };
};
