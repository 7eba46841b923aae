// Runs the steps of macros and automations, each after the previous one is acknowledged.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Failure } from '../../domain/failure.js';
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

/** What steps use. */
export interface StepPorts {
  readonly clock: Clock;
  readonly studio: StudioState;
  readonly players: Players;
  readonly cameras: Cameras;
  readonly signalLines: SignalLines;
  readonly acknowledgements: Acknowledgements;
}

/** A run of steps in progress. */
export interface StepsRun {
  /** Returns the number of the current step, from 1. */
  readonly step: () => number;
  /** Pauses before the next step. */
  readonly pause: () => void;
  readonly resume: () => void;
  /** Starts no further step. Commands that were sent are not revoked. */
  readonly stop: () => void;
  /** The result of the run. A run that was stopped succeeds. Never rejects. */
  readonly ended: Promise<CommandResult>;
}

/** Returns what an alarm reports of a run that failed at a step. */
export const failedRunMessage = (what: string, step: number, steps: readonly Step[], { message }: Failure): string =>
  `the ${what} failed at step ${String(step)} of ${String(steps.length)}: ${message}`;

/** Timeout of a step's acknowledgement, in milliseconds. */
const stepTimeoutMs = 2_000;

const success: CommandResult = E.right(undefined);

/** Waits, or ends early when the gate is closed. */
const waitFor = ({ clock }: StepPorts, waitMs: number, { whenClosed }: PauseGate): Promise<CommandResult> =>
  new Promise((resolve) => {
    const end = (): void => {
      cancelTimer();
      resolve(success);
    };
    const cancelTimer = clock.after(waitMs, end);
    void whenClosed.then(end);
  });

const acknowledged = ({ acknowledgements }: StepPorts, sending: SendResult): Promise<CommandResult> =>
  E.isLeft(sending)
    ? Promise.resolve(sending)
    : acknowledgements.within(sending.right.confirmed, stepTimeoutMs, sending.right.failureAtTimeout);

const play = (
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
    E.bindTo('bank'),
    E.bind('clip', (found) => findClip(found.bank, clip)),
    E.chain((found) => players.play(output, scene, { bank: found.bank.key, clip: found.clip })),
  );

const perform = (ports: StepPorts, gate: PauseGate): ((step: Step) => Promise<CommandResult>) =>
  foldStep<Promise<CommandResult>>({
    play: (step) => acknowledged(ports, play(ports, step)),
    recall: ({ camera, angle }) => acknowledged(ports, ports.cameras.recall(camera, angle)),
    switch: ({ signal, on }) => acknowledged(ports, ports.signalLines.switch(signal, on)),
    wait: (waitMs) => waitFor(ports, waitMs, gate),
  });

/** Starts a run. Calls `onStep` before each step. */
export const runSteps = (ports: StepPorts, steps: readonly Step[], onStep: () => void = () => undefined): StepsRun => {
  const gate = pauseGate();
  const performStep = perform(ports, gate);
  let current = 0;

  const runAll = async (): Promise<CommandResult> => {
    for (const step of steps) {
      current += 1;
      onStep();
      if (!(await gate.waitUntilOpen())) return success;
      const result = await performStep(step);
      if (E.isLeft(result)) return result;
    }
    return success;
  };

  return { step: () => current, pause: gate.pause, resume: gate.resume, stop: gate.close, ended: runAll() };
};
