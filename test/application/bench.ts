// The demo studio with what runs steps on it: everything on a clock that is wound by hand.
import * as E from 'fp-ts/lib/Either.js';
import { acknowledgements, type Acknowledgements } from '../../application/acknowledgement.js';
import type { PresentKeeper } from '../../application/present-keeper.js';
import type { Log, SignalLines } from '../../application/ports.js';
import { withPulses } from '../../application/pulses.js';
import type { StepPorts } from '../../application/steps.js';
import { studioState } from '../../application/studio-state.js';
import { firstPresent } from '../../domain/studio/present.js';
import type { Step } from '../../domain/studio/step.js';
import { manualClock, type ManualClock } from '../../simulator/clock.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import type { Fault } from '../../simulator/fault.js';
import { simulatedStudio, type SimulatedStudio } from '../../simulator/studio.js';

/** The longest that a healthy device takes until it has confirmed, milliseconds. */
export const promptMs = 30;

export interface StepBench {
  readonly clock: ManualClock;
  readonly studio: SimulatedStudio;
  readonly ports: StepPorts & { readonly acknowledgements: Acknowledgements; readonly signalLines: SignalLines };
  /** Sentences that the service would have written to its own log. */
  readonly logged: string[];
  readonly log: Log;
  readonly give: (device: string, type: Exclude<Fault['type'], 'late'> | null) => void;
}

/** What benches remember outlives none of them. */
export const keptAtOnce: Pick<PresentKeeper, 'keep'> = { keep: () => Promise.resolve(E.right(undefined)) };

/** A fresh bench whose clock starts at `startMs`. */
export const stepBench = (startMs?: number): StepBench => {
  const clock = manualClock(startMs);
  const studio = simulatedStudio(demoStudio, clock);
  const { players, cameras } = studio;
  const devices = { players, cameras, signalLines: withPulses(studio.signalLines, clock) };
  const logged: string[] = [];
  const note = (sentence: string): void => void logged.push(sentence);
  return {
    ...{ clock, studio, logged, log: { info: note, warn: note, error: note } },
    ports: {
      clock,
      studio: studioState(demoStudio, firstPresent(demoStudio), keptAtOnce),
      ...devices,
      acknowledgements: acknowledgements(clock),
    },
    give: (device, type) => void studio.setFault(device, type === null ? null : { type }),
  };
};

/** Lets continuations have their turn. */
export const settled = (clock: ManualClock): Promise<void> => clock.advance(0);

export const turn = (signal: string, on: boolean): Step => ({ switch: { signal, on } });
export const recall = (camera: string, angle: string): Step => ({ recall: { camera, angle } });
export const pause = (waitMs: number): Step => ({ waitMs });

/** The devices that were told something, oldest first. */
export const told = ({ studio }: StepBench): readonly string[] => studio.commands().map(({ device }) => device);
