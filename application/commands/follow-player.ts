// Brings a player of an output to what the other one shows (PAIR-7).
import * as E from 'fp-ts/lib/Either.js';
import { failure, type Failure } from '../../domain/failure.js';
import { isWithin } from '../../domain/studio/clip-time.js';
import type { Clock } from '../ports/clock.js';
import type { CommandResult, SendResult, SentCommand } from '../ports/commands.js';
import type { PlayerCommand, Players, SceneState } from '../ports/players.js';
import { apartMs, isSameClip, positionOf } from '../state/player-difference.js';
import { timeOf } from '../state/scenes.js';
import { firstFailure } from './combined-commands.js';

/** How far apart clips may be that are left where they are, in milliseconds. */
const nearMs = 100;

/** The player that leads, and the one that follows it. Each is named by the id under which drivers know it. */
interface Following {
  readonly players: Players;
  readonly leader: string;
  readonly follower: string;
  readonly clock: Pick<Clock, 'now'>;
  /** Whether the leading player takes the clip that is cued in a scene by itself, for a playlist. */
  readonly isTakenAtEnd: (scene: SceneState) => boolean;
}

/** One scene of both players. */
interface ScenePair {
  readonly leader: SceneState;
  readonly follower: SceneState;
  readonly nowMs: number;
  readonly isTakenAtEnd: Following['isTakenAtEnd'];
}

/** A command to a scene, without the place. */
type SceneCommand = PlayerCommand extends infer Command
  ? Command extends { readonly scene: string }
    ? Omit<Command, 'output' | 'scene'>
    : { readonly do: 'stop' }
  : never;

/** Returns the next command to the scene that follows; undefined if it needs none. */
type Step = (scenes: ScenePair) => SceneCommand | undefined;

const clip: Step = ({ leader: { run }, follower }) => {
  if (run === null) return follower.run === null && follower.isUnknown !== true ? undefined : { do: 'stop' };
  return isSameClip(run, follower.run) ? undefined : { do: 'play', clip: { bank: run.bank, clip: run.clip } };
};

/** Before the position, which a paused clip keeps. */
const pause: Step = ({ leader: { run }, follower }) => {
  if (run === null || follower.run === null || run.paused === follower.run.paused) return undefined;
  return { do: run.paused ? 'pause' : 'resume' };
};

const position: Step = ({ leader: { run }, follower, nowMs }) => {
  if (run === null || follower.run === null || apartMs(run, follower.run, nowMs) < nearMs) return undefined;
  const ms = Math.max(0, Math.round(positionOf(run, nowMs)));
  return isWithin(timeOf(follower.run), ms) ? { do: 'seek', ms } : undefined;
};

const cue: Step = ({ leader, follower, isTakenAtEnd }) => {
  const { cued } = leader;
  if (cued === null || isSameClip(cued, follower.cued)) return undefined;
  return { do: 'cue', clip: { bank: cued.bank, clip: cued.clip }, ...(isTakenAtEnd(leader) && { then: 'take' }) };
};

/** In this order: each is decided when the one before is confirmed. */
const steps: readonly Step[] = [clip, pause, position, cue];

const commandIn = (output: string, scene: string, command: SceneCommand): PlayerCommand =>
  command.do === 'stop' ? { do: 'stop', output, scenes: [scene] } : { ...command, output, scene };

const sceneOf = ({ players }: Following, player: string, scene: string): SceneState | undefined =>
  players.state(player).scenes.find(({ id }) => id === scene);

const timedOut = failure('ack_timeout', 'what the player lacked was not sent: the one before was not acknowledged');

const unknownPicture = (code: 'conflict' | 'device_error'): Failure =>
  failure(code, 'it is unknown what the leading player shows');

/** Sends one command after the other, none after the timeout. */
class Follower {
  #isOver = false;
  readonly #pending = new Set<SentCommand>();

  constructor(private readonly following: Following) {}

  get scenes(): readonly string[] {
    return this.following.players.state(this.following.leader).scenes.map(({ id }) => id);
  }

  async follow(scene: string): Promise<CommandResult> {
    const { follower, leader: lead, clock, isTakenAtEnd } = this.following;
    for (const step of steps) {
      const [shown, own] = [sceneOf(this.following, lead, scene), sceneOf(this.following, follower, scene)];
      if (shown === undefined || own === undefined || shown.isUnknown === true)
        return E.left(unknownPicture('device_error'));
      const command = step({ leader: shown, follower: own, nowMs: clock.now(), isTakenAtEnd });
      const result = command === undefined ? undefined : await this.#send(commandIn(follower, scene, command));
      if (result !== undefined && E.isLeft(result)) return result;
    }
    return E.right(undefined);
  }

  /** Sends nothing more. Returns why the commands under way aren't confirmed. */
  end(): Failure | undefined {
    this.#isOver = true;
    return [...this.#pending].map((sent) => sent.failureAtTimeout?.()).find((failed) => failed !== undefined);
  }

  async #send(command: PlayerCommand): Promise<CommandResult> {
    if (this.#isOver) return E.left(timedOut);
    const sending = this.following.players.send(command);
    if (E.isLeft(sending)) return sending;
    this.#pending.add(sending.right);
    const result = await sending.right.confirmed;
    this.#pending.delete(sending.right);
    return result;
  }
}

/** Returns why a player can't follow now: one of them isn't connected. */
const awayFailure = ({ players, leader, follower }: Following): Failure | undefined => {
  const away = [leader, follower].find((player) => !players.state(player).connected);
  return away === undefined ? undefined : failure('device_unavailable', `the player "${away}" is not connected`);
};

/** Returns why a player can't follow now though both are connected: nothing is known of the leading one's picture. */
export const followRefusal = ({ players, leader }: Pick<Following, 'players' | 'leader'>): Failure | undefined => {
  const { connected, scenes } = players.state(leader);
  return connected && scenes.some(({ isUnknown }) => isUnknown === true) ? unknownPicture('conflict') : undefined;
};

/** Sends a player what it lacks to show what the leading one shows, with the position at the time when the clip is there. */
export const followPlayer = (following: Following): SendResult => {
  const refused = awayFailure(following) ?? followRefusal(following);
  if (refused !== undefined) return E.left(refused);
  const follower = new Follower(following);
  const confirmed = firstFailure(follower.scenes.map((scene) => follower.follow(scene)));
  return E.right({ accepted: confirmed, confirmed, failureAtTimeout: () => follower.end() });
};
