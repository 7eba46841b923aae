// Runs the steps of macros and automations, one after the other, each once the one before it is acknowledged.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { findClip } from '../../domain/studio/clip.js';
import { foldStep, type Step } from '../../domain/studio/step.js';
import type { Acknowledgements } from '../commands/acknowledgement.js';
import { pauseGate, type PauseGate } from './pause-gate.js';
import type { Cameras } from '../ports/cameras.js';
import type { Clock } from '../ports/clock.js';
import type { CommandResult, SendResult } from '../ports/commands.js';
import type { Players } from '../ports/players.js';
import type { SignalLines } from '../ports/signal-lines.js';
import type { StudioState } from '../state/studio-state.js';

/** What steps act on. */
export interface StepPorts {
  readonly clock: Clock;
  readonly studio: StudioState;
  readonly players: Players;
  readonly cameras: Cameras;
  readonly signalLines: SignalLines;
  readonly acknowledgements: Acknowledgements;
}

/** A run of steps that is under way. */
export interface StepsRun {
  /** The step that runs or is next, from 1. */
  readonly step: () => number;
  /** Holds before the next step, until resumed. */
  readonly pause: () => void;
  readonly resume: () => void;
  /** Nothing more is begun; what was sent isn't taken back. */
  readonly stop: () => void;
  /** How it ended, once it has; a run that was stopped ends well. Never rejects. */
  readonly ended: Promise<CommandResult>;
}

/** How long a step's acknowledgement is waited for, milliseconds. */
const stepTimeoutMs = 2_000;

const well: CommandResult = E.right(undefined);

/** Lets time pass, or ends early when the gate is shut. */
const letPass = ({ clock }: StepPorts, waitMs: number, { whenClosed: whenShut }: PauseGate): Promise<CommandResult> =>
  new Promise((resolve) => {
    const end = (): void => {
      callOff();
      resolve(well);
    };
    const callOff = clock.after(waitMs, end);
    void whenShut.then(end);
  });

const acknowledged = ({ acknowledgements }: StepPorts, sending: SendResult): Promise<CommandResult> =>
  E.isLeft(sending)
    ? Promise.resolve(sending)
    : acknowledgements.within(sending.right.confirmed, stepTimeoutMs, sending.right.failureAtTimeout);

const playing = (
  { studio, players }: StepPorts,
  {
    output,
    scene,
    clip,
    bank = studio.runtime().activeBank,
  }: { output: string; scene: string; clip: string; bank?: string },
): SendResult =>
  pipe(
    studio.records.banks.find(bank),
    E.bindTo('found'),
    E.bind('cue', ({ found }) => findClip(found, clip)),
    E.chain(({ found, cue }) => players.play(output, scene, { bank: found.key, clip: cue })),
  );

const perform = (ports: StepPorts, gate: PauseGate): ((step: Step) => Promise<CommandResult>) =>
  foldStep<Promise<CommandResult>>({
    play: (step) => acknowledged(ports, playing(ports, step)),
    recall: ({ camera, angle }) => acknowledged(ports, ports.cameras.recall(camera, angle)),
    switch: ({ signal, on }) => acknowledged(ports, ports.signalLines.switch(signal, on)),
    wait: (waitMs) => letPass(ports, waitMs, gate),
  });

/** Begins a run; `stepped` is called whenever another step is next. */
export const runSteps = (ports: StepPorts, steps: readonly Step[], stepped: () => void = () => undefined): StepsRun => {
  const gate = pauseGate();
  const performStep = perform(ports, gate);
  let current = 0;

  const all = async (): Promise<CommandResult> => {
    for (const step of steps) {
      current += 1;
      stepped();
      if (!(await gate.waitUntilOpen())) return well;
      const ended = await performStep(step);
      if (E.isLeft(ended)) return ended;
    }
    return well;
  };

  return { step: () => current, pause: gate.pause, resume: gate.resume, stop: gate.close, ended: all() };
};
