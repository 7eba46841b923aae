// A command that is superseded by one for the same thing ends as that one does: a double press is one wish (ACK-15).
import * as E from 'fp-ts/lib/Either.js';
import { placesOf, wishOf, type DeviceCommand } from '../../domain/studio/command.js';
import { reasonOf } from '../../domain/failure.js';
import type { CommandResult, Send, SendResult, SentCommand } from '../ports/commands.js';
import { firstFailure } from './combined-commands.js';

/** A command that was sent to one place, such as a scene, and the one that was sent there after it. */
interface SentTo {
  /** What the command asks for. */
  readonly thing: string;
  readonly confirmed: Promise<CommandResult>;
  readonly failureAtTimeout: NonNullable<SentCommand['failureAtTimeout']>;
  next?: SentTo;
}

/** Remembers the newest command of each place. */
class RepeatedCommands {
  readonly #newest = new Map<string, SentTo>();

  /** Returns the command, so that it ends as a repetition of it does if that supersedes it. */
  follow(places: readonly string[], thing: string, sending: SendResult): SendResult {
    if (E.isLeft(sending)) return sending;
    const sent = sending.right;
    const links = new Set<SentTo>();
    const confirmed = sent.confirmed.then((result) => endOf(result, [...links]));
    const failureAtTimeout: SentTo['failureAtTimeout'] = () =>
      sent.failureAtTimeout?.() ?? repetitions([...links])[0]?.failureAtTimeout();
    for (const place of places) links.add(this.#add(place, { thing, confirmed, failureAtTimeout }));
    return E.right({ ...sent, confirmed, failureAtTimeout });
  }

  #add(place: string, command: SentTo): SentTo {
    const before = this.#newest.get(place);
    if (before !== undefined) before.next = command;
    this.#newest.set(place, command);
    return command;
  }
}

/** Returns the next commands for the same thing; none unless every place has one. */
const repetitions = (links: readonly SentTo[]): readonly SentTo[] => {
  const next = links.flatMap((link) => (link.next?.thing === link.thing ? [link.next] : []));
  return next.length === links.length ? next : [];
};

const endOf = async (result: CommandResult, links: readonly SentTo[]): Promise<CommandResult> => {
  if (E.isRight(result) || reasonOf(result.left) !== 'superseded') return result;
  const next = repetitions(links).map(({ confirmed }) => confirmed);
  return next.length === 0 ? result : firstFailure(next);
};

/** Returns the same devices, whose superseded commands end as their repetitions do. New texts are no repetition of texts. */
export const withRepeats = <Sent extends DeviceCommand, Port>(port: Port & { readonly send: Send<Sent> }): Port => {
  const repeated = new RepeatedCommands();
  return {
    ...port,
    send: (command: Sent) => {
      const places = placesOf(command);
      const sending = port.send(command);
      return places.length === 0 ? sending : repeated.follow(places, wishOf(command), sending);
    },
  };
};
