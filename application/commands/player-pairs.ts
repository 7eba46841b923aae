// Outputs with a main and a backup player: both get each command, and the one that leads answers for the output (PAIR-1, PAIR-2).
import * as E from 'fp-ts/lib/Either.js';
import type { FollowCommand } from '../../domain/studio/command.js';
import type { StudioLayout } from '../../domain/studio/layout.js';
import { otherPlayer, playerIdOf, type OutputPlayer } from '../../domain/studio/output-player.js';
import { runsIn } from '../../domain/studio/playlist.js';
import { leadOf } from '../../domain/studio/runtime-state.js';
import type { Clock } from '../ports/clock.js';
import type { Refusal, SendResult } from '../ports/commands.js';
import type { PlayerCommand, PlayerPair, Players, SceneState } from '../ports/players.js';
import { changeNotifier, watchAll, type Watch } from '../ports/watch.js';
import type { StudioState } from '../state/studio-state.js';
import { CuesInStep, giveUpLater, isOwnTake } from './cue-in-step.js';
import { followPlayer, followRefusal } from './follow-player.js';

/** The players of outputs, of which one may follow the other. */
export interface PairedPlayers extends Omit<Players, 'send' | 'refusal'> {
  readonly send: (command: PlayerCommand | FollowCommand) => SendResult;
  readonly refusal: Refusal<PlayerCommand | FollowCommand>;
}

interface PairsDeps {
  readonly studio: Pick<StudioState, 'layout' | 'runtime' | 'watch'>;
  readonly clock: Clock;
}

/** Returns the outputs that have a backup, by its id. They are indexed once for each layout. */
const outputsByBackup = (studio: { readonly layout: StudioLayout }) => {
  const index = () =>
    new Map(
      studio.layout.outputs.flatMap(({ id, backup }) =>
        backup === undefined ? [] : [[playerIdOf(id, 'backup'), id] as const],
      ),
    );
  let { layout } = studio;
  let byBackup = index();
  return (): ReadonlyMap<string, string> => {
    if (layout !== studio.layout) byBackup = index();
    ({ layout } = studio);
    return byBackup;
  };
};

/** Returns what is known of the outputs that have a backup. */
const pairsIn = (studio: PairsDeps['studio']) => {
  const byBackup = outputsByBackup(studio);
  const { watch, notify } = changeNotifier();
  studio.watch(({ before, now }) => {
    if (before.leads !== now.leads) for (const output of byBackup().values()) notify(output);
  });
  const has = (output: string): boolean => byBackup().has(playerIdOf(output, 'backup'));
  const leadIn = (output: string): OutputPlayer => (has(output) ? leadOf(studio.runtime(), output) : 'main');
  return {
    has,
    lead: leadIn,
    /** Returns the id of the player that leads. */
    leader: (output: string): string => playerIdOf(output, leadIn(output)),
    other: (output: string): string => playerIdOf(output, otherPlayer(leadIn(output))),
    /** Returns the output of a player. */
    outputOf: (player: string): string => byBackup().get(player) ?? player,
    watchLeads: watch,
  };
};

/** Returns the command of the leading player as that of both. The other one's result changes no answer. */
const asBoth = (leading: SendResult, other: SendResult, clock: Clock): SendResult => {
  if (E.isLeft(leading) || E.isLeft(other)) return leading;
  const [sent, also] = [leading.right, other.right];
  void sent.confirmed.then(() => {
    giveUpLater(also, clock);
  });
  return E.right({
    ...sent,
    failureAtTimeout: () => {
      also.failureAtTimeout?.();
      return sent.failureAtTimeout?.();
    },
  });
};

/** Each of the two takes at its own end, so both have to be able to. */
const takesAtEndOf =
  (players: Players, pairs: ReturnType<typeof pairsIn>) =>
  (output: string): boolean =>
    (pairs.has(output) ? [pairs.leader(output), pairs.other(output)] : [output]).every(
      (player) => players.takesAtEnd?.(player) === true,
    );

/** Returns the players of outputs, of which some have a backup. `players` knows each player by an id of its own. */
export const withBackups = (players: Players, { studio, clock }: PairsDeps): PairedPlayers => {
  const pairs = pairsIn(studio);
  const toLeader = (command: PlayerCommand): PlayerCommand => ({ ...command, output: pairs.leader(command.output) });

  const cues = new CuesInStep(players, clock);
  const takesAtEnd = takesAtEndOf(players, pairs);

  const send = (command: PlayerCommand): SendResult => {
    if (!pairs.has(command.output)) return players.send(command);
    const leading = players.send(toLeader(command));
    if (E.isLeft(leading)) return leading;
    const other = { ...command, output: pairs.other(command.output) };
    cues.forget(other);
    if (!isOwnTake(other)) return asBoth(leading, players.send(other), clock);
    cues.send(other, pairs.leader(command.output));
    return leading;
  };

  const following = ({ output, player }: FollowCommand) => ({
    ...{ players, clock },
    leader: playerIdOf(output, otherPlayer(player)),
    follower: playerIdOf(output, player),
    isTakenAtEnd: ({ id, cued }: SceneState) =>
      takesAtEnd(output) &&
      studio.runtime().playlists.some((one) => runsIn({ output, scene: id })(one) && one.next === cued?.clip.key),
  });

  const reportsOf = (output: string): PlayerPair['reports'] => ({
    main: players.state(output),
    backup: players.state(playerIdOf(output, 'backup')),
  });

  const watchPlayers: Watch = (watcher) =>
    players.watch((player) => {
      watcher(pairs.outputOf(player));
    });

  return {
    send: (command) => (command.do === 'follow' ? followPlayer(following(command)) : send(command)),
    refusal: (command) =>
      command.do === 'follow' ? followRefusal(following(command)) : players.refusal?.(toLeader(command)),
    state: (output) => players.state(pairs.leader(output)),
    pair: (output) => (pairs.has(output) ? { lead: pairs.lead(output), reports: reportsOf(output) } : undefined),
    takesAtEnd,
    stateSource: (output) => players.stateSource(pairs.leader(output)),
    hasDriver: (output) => players.hasDriver(pairs.leader(output)),
    watch: watchAll([watchPlayers, pairs.watchLeads]),
  };
};
