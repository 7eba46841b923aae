// Refuses callers' commands to signals that follow a tally (TALLY-7).
import * as E from 'fp-ts/lib/Either.js';
import { failure, type Failure } from '../../domain/failure.js';
import type { PulsedSignalLines } from '../commands/pulses.js';
import type { LayoutInForce } from '../state/current-layout.js';

const conflict = (signal: string): Failure =>
  failure('conflict', `the signal "${signal}" follows a tally and can’t be switched by callers`);

/** Returns the lines without commands to signals that follow a tally: these are `conflict`. */
export const guardedLines = (
  lines: PulsedSignalLines,
  { records }: { readonly records: () => LayoutInForce['records'] },
): PulsedSignalLines => {
  const follows = (signal: string): boolean => {
    const found = records().signals.find(signal);
    return E.isRight(found) && found.right.follows !== undefined;
  };
  return {
    ...lines,
    send: (command) => (follows(command.signal) ? E.left(conflict(command.signal)) : lines.send(command)),
    refusal: (command) => (follows(command.signal) ? conflict(command.signal) : lines.refusal(command)),
  };
};
