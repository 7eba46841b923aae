// Macros: a run sends its steps in their order, each once, and nothing once it is stopped.
import type { LoggedCommand } from '../../../simulator/command-log.js';
import type { Invariant, MadeCall } from '../evidence.js';
import { clipOf } from './commands.js';

/** The commands of the macro `mac-1`, in the order of its steps. */
const steps: readonly string[] = ['recall wide', 'play opener', 'switch true', 'recall close', 'play headlines'];

const stepOf = (logged: LoggedCommand): number => {
  const { type, angle, on } = logged.command as {
    readonly type: string;
    readonly angle?: string;
    readonly on?: boolean;
  };
  return steps.indexOf(`${type} ${clipOf(logged)?.key ?? angle ?? String(on)}`);
};

const sentByMacro = (commands: readonly LoggedCommand[]): readonly LoggedCommand[] =>
  commands.filter(({ source }) => source?.caller === 'macro:mac-1');

/** Statuses of a call that may have started the macro. */
const started: ReadonlySet<number> = new Set([200, 202, 424]);

const mayHaveStarted = ({ plan, end }: MadeCall): boolean =>
  plan.target === 'run opening' && (end?.how !== 'answered' || started.has(end.status));

/** A run begins with the first step, and each step follows the one before it. Nothing else runs the macro than its calls. */
export const stepsInOrder: Invariant = ({ calls, commands }) => {
  const sent = sentByMacro(commands);
  const order = sent.map(stepOf);
  const wrong = sent.filter((_, at) => order[at] !== 0 && (at === 0 || order[at] !== (order[at - 1] ?? 0) + 1));
  const [runs, possible] = [order.filter((step) => step === 0).length, calls.filter(mayHaveStarted).length];
  return [
    ...wrong.map(({ number, command }) => `command ${String(number)} is out of order: ${JSON.stringify(command)}`),
    ...(runs <= possible ? [] : [`the macro ran ${String(runs)} times, and was called ${String(possible)} times`]),
  ];
};

/** How long a call whose answer didn't arrive may act, in milliseconds. */
const longestCallMs = 5_000;

const endOf = ({ end, startedAtMs }: MadeCall): number =>
  end?.how === 'answered' ? end.atMs : startedAtMs + longestCallMs;

/** Returns until when nothing may run the macro again, in milliseconds since 1970 UTC; undefined if a call does so meanwhile. */
const stoppedUntilMs = (calls: readonly MadeCall[], stop: MadeCall): number | undefined => {
  const later = calls.filter((call) => mayHaveStarted(call) && endOf(call) >= stop.startedAtMs);
  const next = Math.min(...later.map(({ startedAtMs }) => startedAtMs));
  return next <= endOf(stop) ? undefined : next;
};

/** A macro whose stop was acknowledged sends nothing until it is run again. */
export const stoppedMacrosAreSilent: Invariant = ({ calls, commands }) =>
  calls.flatMap((stop) => {
    if (stop.plan.target !== 'stop opening' || stop.end?.how !== 'answered' || stop.end.status !== 200) return [];
    const [fromMs, untilMs] = [stop.end.atMs, stoppedUntilMs(calls, stop)];
    if (untilMs === undefined) return [];
    return sentByMacro(commands)
      .filter(({ time }) => Date.parse(time) > fromMs && Date.parse(time) < untilMs)
      .map(
        ({ number }) => `command ${String(number)} was sent after call ${String(stop.number)} had stopped its macro`,
      );
  });
