// Answers the repetition of an interrupted call by what the devices show.
import * as E from 'fp-ts/lib/Either.js';
import { failure, type Failure } from '../../domain/failure.js';
import type { JournalEntry } from '../../domain/journal-entry.js';
import { utcTime } from '../../domain/codec/utc-time.js';
import type { CommandResult, SendResult } from '../ports/commands.js';
import { isShown, type ShownStudio } from '../../domain/studio/command-effect.js';
import type { CommandPorts } from './command-sender.js';

/** What reports changes of effects. */
export type EffectPorts = Pick<CommandPorts, 'players' | 'signalLines' | 'cameras' | 'macros' | 'automations'>;

const notSentAgain = ({ startedAtMs }: JournalEntry): Failure =>
  failure(
    'ack_timeout',
    `the same call was under way at ${utcTime(startedAtMs)}, when the service ended unexpectedly: it is not sent again, ` +
      'and the device does not show its effect',
  );

/**
 * Returns a command that sends nothing. It is confirmed once the devices show the effect of the interrupted call, which
 * may take until they are connected again.
 */
export const effectOf = (ports: EffectPorts, studio: ShownStudio, entry: JournalEntry): SendResult => {
  const isComplete = (): boolean => entry.commands.every((command) => isShown(command, studio));
  const { players, signalLines, cameras, macros, automations } = ports;
  const shown = Promise.withResolvers<CommandResult>();
  const check = (): void => {
    if (!isComplete()) return;
    unsubscribe();
    shown.resolve(E.right(undefined));
  };
  const ends = [players, signalLines, cameras, macros, automations].map(({ watch }) => watch(check));
  const unsubscribe = (): void => {
    for (const end of ends) end();
  };
  check();
  return E.right({
    accepted: shown.promise,
    confirmed: shown.promise,
    failureAtTimeout: () => {
      unsubscribe();
      return notSentAgain(entry);
    },
  });
};
