// Automations of one step on a clock that can be set, and the times at which they ran.
import type { SignalAction } from '../../domain/studio/command.js';
import * as E from 'fp-ts/lib/Either.js';
import { automations, type Automations } from '../../application/sequences/automations.js';
import { acknowledgedAtOnce } from '../../application/ports/commands.js';
import { acknowledgements } from '../../application/commands/acknowledgement.js';
import { currentLayout } from '../../application/state/current-layout.js';
import { studioState } from '../../application/state/studio-state.js';
import type { AutomationDefinition } from '../../domain/studio/automation.js';
import { initialRuntimeState, type RuntimeState } from '../../domain/studio/runtime-state.js';
import type { Trigger } from '../../domain/studio/trigger.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import type { savedAtOnce } from './demo-bench.js';
import { withoutMacros, stepBench, switchStep, withDevices } from './demo-bench.js';
import { settableClock, type SettableClock } from './settable-clock.js';

export interface TriggerBench {
  readonly clock: SettableClock;
  readonly definitions: readonly AutomationDefinition[];
  /** The times at which each automation ran, by the clock, in the order of the definitions. */
  readonly ran: readonly number[][];
  readonly logged: readonly string[];
  readonly automations: () => Automations;
  /** Lets time pass. */
  readonly pass: (ms: number) => Promise<void>;
  /** Ends the service at once or cleanly, and starts it again with what was stored. */
  readonly restart: (how: 'killed' | 'stopped', downMs: number) => void;
}

/** Runs pending continuations. */
const continueAll = async (): Promise<void> => {
  for (let done = 0; done < 30; done += 1) await Promise.resolve();
};

/** Starts a service at `startMs` whose automations start with it, one for each trigger. */
export const triggerBench = (timezone: string, triggers: readonly Trigger[], startMs: number): TriggerBench => {
  const clock = settableClock(startMs);
  const definitions = triggers.map((trigger, at) => ({
    id: `auto-${String(at)}`,
    station: 'alpha',
    name: 'Test',
    trigger,
    autostart: true,
    steps: [switchStep(String(at), true)],
  }));
  const signals = definitions.map((_, at) => ({ id: String(at), identifier: `line-${String(at)}`, name: 'Line' }));
  const layout = { ...demoStudio, timezone, signals, automations: definitions };
  const ran = triggers.map((): number[] => []);
  const { alarms, ports, logged } = stepBench();
  let stored: RuntimeState = initialRuntimeState(layout);
  /** Whether a trigger has fired, so that steps have to run. */
  let hasFired = false;

  const signalLines = {
    ...ports.signalLines,
    send: ({ signal }: SignalAction) => {
      ran[Number(signal)]?.push(clock.now());
      return acknowledgedAtOnce;
    },
  };

  const start = (): Automations => {
    let isRunning = true;
    const clockOfProcess = {
      now: clock.now,
      after: (ms: number, task: () => void) =>
        clock.after(ms, () => {
          if (isRunning) task();
        }),
    };
    const save: typeof savedAtOnce.save = (runtime) => {
      stored = runtime;
      hasFired = true;
      return Promise.resolve(E.right(undefined));
    };
    const studio = studioState(currentLayout(layout), stored, { save });
    const waiting = acknowledgements(clockOfProcess);
    const started = automations(
      { ...withDevices(ports, { signalLines }), studio, clock: clockOfProcess, acknowledgements: waiting },
      withoutMacros,
      alarms,
    );
    started.startWithService();
    kill = () => {
      isRunning = false;
    };
    return started;
  };
  let kill = (): void => undefined;
  let running = start();

  const settled = (): Promise<void> | undefined => {
    if (!hasFired) return undefined;
    hasFired = false;
    return continueAll();
  };

  return {
    clock,
    definitions,
    ran,
    logged,
    automations: () => running,
    pass: (ms) => clock.pass(ms, settled),
    restart: (how, downMs) => {
      if (how === 'stopped') running.stopAll();
      kill();
      clock.suspend(downMs);
      running = start();
    },
  };
};
