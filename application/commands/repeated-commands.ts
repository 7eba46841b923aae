// A command that is superseded by one for the same thing ends as that one does: a double press is one wish (ACK-15).
import * as E from 'fp-ts/lib/Either.js';
import { isSuperseded, type CommandResult, type SendResult, type SentCommand } from '../ports/commands.js';
import type { ClipSelection, Players } from '../ports/players.js';
import type { SignalLines } from '../ports/signal-lines.js';
import type { Drivers } from './drivers.js';

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
  if (E.isRight(result) || !isSuperseded(result.left)) return result;
  const [first, ...others] = repetitions(links).map(({ confirmed }) => confirmed);
  if (first === undefined) return result;
  return (await Promise.all([first, ...others])).find(E.isLeft) ?? E.right(undefined);
};

const playersWithRepeats = (players: Players): Players => {
  const repeated = new RepeatedCommands();
  const placeOf = (output: string, scene: string, part = 'clip'): string => JSON.stringify([output, scene, part]);
  const thingOf = ({ bank, clip }: ClipSelection): string => JSON.stringify([bank, clip.key]);
  return {
    ...players,
    play: (output, scene, selection) =>
      repeated.follow([placeOf(output, scene)], thingOf(selection), players.play(output, scene, selection)),
    stop: (output, scenes) => {
      const places = scenes.map((scene) => placeOf(output, scene));
      return repeated.follow(places, 'stop', players.stop(output, scenes));
    },
    cue: (output, scene, selection) => {
      const place = placeOf(output, scene, 'cue');
      return repeated.follow([place], thingOf(selection), players.cue(output, scene, selection));
    },
    take: (output, scene) => repeated.follow([placeOf(output, scene)], 'take', players.take(output, scene)),
    pause: (output, scene) => repeated.follow([placeOf(output, scene, 'pause')], 'pause', players.pause(output, scene)),
    resume: (output, scene) =>
      repeated.follow([placeOf(output, scene, 'pause')], 'resume', players.resume(output, scene)),
    seek: (output, scene, positionMs) => {
      const place = placeOf(output, scene, 'seek');
      return repeated.follow([place], String(positionMs), players.seek(output, scene, positionMs));
    },
    showGraphic: (output, scene, texts) =>
      repeated.follow([placeOf(output, scene, 'graphic')], 'show', players.showGraphic(output, scene, texts)),
    hideGraphic: (output, scene) =>
      repeated.follow([placeOf(output, scene, 'graphic')], 'hide', players.hideGraphic(output, scene)),
  };
};

const linesWithRepeats = (lines: SignalLines): SignalLines => {
  const repeated = new RepeatedCommands();
  return { ...lines, switch: (signal, on) => repeated.follow([signal], String(on), lines.switch(signal, on)) };
};

/** Returns the same drivers, whose superseded commands end as their repetitions do. */
export const withRepeats = ({ players, signalLines, cameras }: Drivers): Drivers => ({
  players: playersWithRepeats(players),
  signalLines: linesWithRepeats(signalLines),
  cameras,
});
