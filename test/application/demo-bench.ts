// The demo studio on a manual clock, with everything that runs steps on it.
import * as E from 'fp-ts/lib/Either.js';
import { alarms, type Alarms } from '../../application/alarms/alarms.js';
import { acknowledgements, type Acknowledgements } from '../../application/commands/acknowledgement.js';
import { actionSender, type DevicePorts } from '../../application/commands/devices.js';
import type { RuntimeStateWriter } from '../../application/state/runtime-state-writer.js';
import type { Log } from '../../application/ports/log.js';
import { withBackups } from '../../application/commands/player-pairs.js';
import { withPulses } from '../../application/commands/pulses.js';
import type { Macros } from '../../application/sequences/macros.js';
import type { StepPorts } from '../../application/sequences/perform-step.js';
import { currentLayout, type CurrentLayout } from '../../application/state/current-layout.js';
import type { StepsOptions } from '../../application/sequences/steps.js';
import { studioState } from '../../application/state/studio-state.js';
import { failure } from '../../domain/failure.js';
import { initialRuntimeState } from '../../domain/studio/runtime-state.js';
import type { Step } from '../../domain/studio/step.js';
import { manualClock, type ManualClock } from '../../simulator/clock.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import type { InjectedFault } from '../../simulator/fault.js';
import { simulatedStudio, type SimulatedStudio } from '../../simulator/studio.js';

/** Longest time that a device without faults takes to confirm, in milliseconds (DEMO-2). */
export const promptMs = 30;

export interface StepBench {
  readonly clock: ManualClock;
  readonly studio: SimulatedStudio;
  /** The layout in force, which the simulated devices don't follow. */
  readonly layout: CurrentLayout;
  readonly ports: StepPorts & DevicePorts & { readonly acknowledgements: Acknowledgements };
  /** The messages in the service's own log. */
  readonly logged: string[];
  readonly log: Log;
  /** The alarms, which are logged. */
  readonly alarms: Alarms;
  readonly setFault: (device: string, type: Exclude<InjectedFault['type'], 'late' | 'osc_late'> | null) => void;
}

/** Stores nothing, and confirms at once. */
export const savedAtOnce: Pick<RuntimeStateWriter, 'save'> = { save: () => Promise.resolve(E.right(undefined)) };

/** Returns the ports with other devices, which get the commands of the steps. */
export const withDevices = <Ports extends StepPorts & DevicePorts>(
  ports: Ports,
  devices: Partial<DevicePorts>,
): Ports => {
  const replaced = { ...ports, ...devices };
  return { ...replaced, send: actionSender(replaced) };
};

/** Returns a new bench whose clock starts at `startMs`. */
export const stepBench = (startMs?: number): StepBench => {
  const clock = manualClock(startMs);
  const studio = simulatedStudio(demoStudio, clock);
  const { players, cameras } = studio;
  const layout = currentLayout(demoStudio);
  const state = studioState(layout, initialRuntimeState(demoStudio), savedAtOnce);
  const devices = {
    ...{ players: withBackups(players, { studio: state, clock }), cameras },
    signalLines: withPulses(studio.signalLines, clock),
  };
  const logged: string[] = [];
  let alarmCount = 0;
  const secrets = { id: () => `alarm-${String((alarmCount += 1))}` };
  const note = (sentence: string): void => void logged.push(sentence);
  const log = { debug: note, info: note, warn: note, error: note };
  return {
    clock,
    studio,
    layout,
    logged,
    log,
    alarms: alarms({ clock, secrets, log }),
    ports: {
      clock,
      studio: state,
      ...devices,
      acknowledgements: acknowledgements(clock),
      send: actionSender(devices),
      isControlOn: () => true,
    },
    setFault: (device, type) => void studio.setFault(device, type === null ? null : { type }),
  };
};

/** Runs no macro. */
export const noMacros: StepsOptions = {
  source: { caller: 'test', startedBy: null, action: null, station: null },
  runMacro: () => E.left(failure('not_found', 'there is no macro')),
};

/** A studio without macros. */
export const withoutMacros: Pick<Macros, 'runForStep' | 'state' | 'watch'> = {
  runForStep: noMacros.runMacro,
  state: () => {
    throw new Error('there is no macro');
  },
  watch: () => () => undefined,
};

/** Runs all pending continuations. */
export const settle = (clock: ManualClock): Promise<void> => clock.advance(0);

export const switchStep = (signal: string, on: boolean): Step => ({ switch: { signal, on } });
export const recallStep = (camera: string, angle: string): Step => ({ recall: { camera, angle } });
export const waitStep = (waitMs: number): Step => ({ waitMs });

/** Returns the devices that received commands, oldest first. */
export const commandedDevices = ({ studio }: StepBench): readonly string[] =>
  studio.commands().map(({ device }) => device);
