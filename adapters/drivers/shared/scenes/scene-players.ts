// The outputs that a connection plays, whose scenes all follow one state of the equipment.
import * as E from 'fp-ts/lib/Either.js';
import type {
  AttachedPlayer,
  Attachments,
  ConnectedPlayers,
} from '../../../../application/connections/connection-driver.js';
import type { SendResult } from '../../../../application/ports/commands.js';
import type { ClipSelection, PlayerCommand, SceneState } from '../../../../application/ports/players.js';
import { steadyReport } from '../../../../application/state/scenes.js';
import { isEqual } from '../../../../domain/codec/equality.js';
import type { Failure } from '../../../../domain/failure.js';
import { isGraphicCommand, type ClipCommand } from '../../../../domain/studio/command.js';
import { notConnected, notServed } from '../lines.js';
import { connectionLost, studioFileChanged } from '../pending-commands.js';
import { cannot, toScenes } from '../players.js';
import type { FollowingPlayers } from './conversation.js';

/** A scene of an output. */
export interface FollowingScene<State> {
  readonly id: string;
  readonly state: SceneState;
  /** Whether the reports since the connection was made show what is on. */
  readonly isKnown: boolean;
  /** Whether a clip is on. */
  readonly hasClip: boolean;
  /** Whether a command waits for its effect. */
  readonly hasPending: boolean;
  readonly send: (command: ClipCommand<ClipSelection>) => SendResult;
  readonly stop: () => SendResult;
  /** Returns why a command isn't possible in the present state. */
  readonly refusal: (what: ClipCommand['do']) => Failure | undefined;
  readonly follow: (state: State, atMs: number) => void;
  /** Fails every pending command. What plays and is cued stays as it was reported last. */
  readonly lose: (message: string) => void;
}

/** The equipment behind the players. */
export interface PlayersHost<Player, State> {
  /** The id of the connection. */
  readonly id: string;
  readonly changed: (output: string) => void;
  /** The last state; undefined while the equipment isn't connected. */
  readonly state: () => State | undefined;
  /** Why no scene has a graphic. */
  readonly noGraphics: string;
  /** Takes the clips that the players may show, whenever they change. */
  readonly select: (selections: readonly ClipSelection[]) => void;
  /** Takes a state before the scenes do. */
  readonly followed: (state: State) => void;
  readonly openScene: (attached: AttachedPlayer<Player>, scene: string) => FollowingScene<State>;
}

type PlayerAttachments<Player> = Pick<Attachments<never, never, Player>, 'players' | 'selections'>;

interface ServedOutput<Player, State> {
  readonly attached: AttachedPlayer<Player>;
  readonly scenes: readonly FollowingScene<State>[];
}

/** The players of a connection. */
export class ScenePlayers<Player, State> implements FollowingPlayers<State> {
  #selections: readonly ClipSelection[] = [];
  readonly #served = new Map<string, ServedOutput<Player, State>>();
  /** When the last state arrived, in milliseconds since 1970 UTC. */
  #followedAtMs = 0;

  constructor(private readonly host: PlayersHost<Player, State>) {}

  readonly ports: ConnectedPlayers = {
    send: (command) => this.#send(command),
    refusal: (command) => this.#refusal(command),
    state: (output) => {
      const scenes = this.#served.get(output)?.scenes ?? [];
      const connected = this.#isConnected && scenes.length > 0 && scenes.every(({ isKnown }) => isKnown);
      return { connected, scenes: scenes.map(({ state }) => state) };
    },
    stateSource: () => null,
  };

  get hasPending(): boolean {
    return this.#scenes.some(({ hasPending }) => hasPending);
  }

  get hasClip(): boolean {
    return this.#scenes.some(({ hasClip }) => hasClip);
  }

  /** Serves other outputs from now on. Those that don't change go on as they are. */
  attach({ players, selections }: PlayerAttachments<Player>): void {
    const isSame = isEqual(this.#selections, selections);
    if (!isSame) this.host.select(selections);
    this.#selections = selections;
    for (const [output, { attached, scenes }] of [...this.#served]) {
      if (isSame && isEqual(attached, players.get(output))) continue;
      this.#served.delete(output);
      for (const scene of scenes) scene.lose(studioFileChanged);
    }
    const state = this.host.state();
    if (state !== undefined) this.host.followed(state);
    for (const [output, attached] of players)
      if (!this.#served.has(output)) this.#served.set(output, { attached, scenes: this.#open(attached, state) });
  }

  follow(state: State, atMs: number, isFirst: boolean): void {
    this.#followedAtMs = atMs;
    this.host.followed(state);
    for (const [output, { scenes }] of this.#served) {
      const before = this.#report(output);
      for (const scene of scenes) scene.follow(state, atMs);
      if (isFirst || !isEqual(before, this.#report(output))) this.host.changed(output);
    }
  }

  lose(): void {
    for (const [output, { scenes }] of this.#served) {
      for (const scene of scenes) scene.lose(connectionLost);
      this.host.changed(output);
    }
  }

  /** What watchers are notified of. */
  #report(output: string): unknown {
    return steadyReport(this.ports.state(output));
  }

  get #isConnected(): boolean {
    return this.host.state() !== undefined;
  }

  get #scenes(): readonly FollowingScene<State>[] {
    return [...this.#served.values()].flatMap(({ scenes }) => scenes);
  }

  #send(command: PlayerCommand): SendResult {
    const { output } = command;
    if (isGraphicCommand(command)) return E.left(cannot(output, 'show graphics', this.host.noGraphics));
    if (command.do !== 'stop') return this.#sendTo(output, command.scene, (one) => one.send(command));
    const sent = command.scenes.map((scene) => this.#sendTo(output, scene, (one) => one.stop()));
    return toScenes(output, sent);
  }

  #refusal(command: PlayerCommand): Failure | undefined {
    const { output } = command;
    if (isGraphicCommand(command)) return cannot(output, 'show graphics', this.host.noGraphics);
    const found = 'scene' in command && this.#served.get(output)?.scenes.find(({ id }) => id === command.scene);
    return found && this.ports.state(output).connected ? found.refusal(command.do) : undefined;
  }

  #sendTo(output: string, scene: string, send: (one: FollowingScene<State>) => SendResult): SendResult {
    const found = this.#served.get(output)?.scenes.find(({ id }) => id === scene);
    if (found === undefined) return notServed('output', output);
    return this.ports.state(output).connected ? send(found) : notConnected('output', output, this.host.id);
  }

  /** New scenes begin with the last state, so that those that are idle are known at once. */
  #open(attached: AttachedPlayer<Player>, state: State | undefined): readonly FollowingScene<State>[] {
    return attached.output.scenes.map((scene) => {
      const opened = this.host.openScene(attached, scene);
      if (state !== undefined) opened.follow(state, this.#followedAtMs);
      return opened;
    });
  }
}
