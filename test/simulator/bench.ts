// A simulated studio on the bench, for the suites that run over every kind of device and for the simulator's own.
import * as E from 'fp-ts/lib/Either.js';
import type { ClipSelection } from '../../application/ports/players.js';
import { manualClock, type ManualClock } from '../../simulator/clock.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import type { InjectedFault } from '../../simulator/fault.js';
import { simulatedStudio, type SimulatedStudio } from '../../simulator/studio.js';
import type { Bench } from '../contracts/rig.js';

/** The demo studio on a clock that is wound by hand. */
export interface Studio {
  readonly clock: ManualClock;
  readonly studio: SimulatedStudio;
}

/** A fresh one. */
export const freshStudio = (seed = 1): Studio => {
  const clock = manualClock();
  return { clock, studio: simulatedStudio(demoStudio, clock, { seed }) };
};

/** Gives a device of the layout a fault, or null for none. */
export const giveFault = ({ studio }: Studio, device: string, fault: InjectedFault | null): void => {
  const given = studio.setFault(device, fault);
  if (E.isLeft(given)) throw new Error(given.left.message);
};

/** The bench for one device. */
export const benchOf = (on: Studio, device: string): Bench => {
  const give = (fault: InjectedFault | null) => () => {
    giveFault(on, device, fault);
    return Promise.resolve();
  };
  return {
    pass: on.clock.advance,
    promptMs: 30,
    refuse: give({ type: 'refused' }),
    disconnect: give({ type: 'offline' }),
    freeze: give({ type: 'frozen' }),
    heal: give(null),
  };
};

/** A clip of the demo studio. */
export const cue = (bankKey: string, clipKey: string): ClipSelection => {
  const bank = demoStudio.banks.find(({ key }) => key === bankKey);
  const clip = bank?.clips.find(({ key }) => key === clipKey);
  if (clip === undefined) throw new Error(`the demo studio has no clip ${clipKey} in ${bankKey}`);
  return { bank: bankKey, clip };
};
