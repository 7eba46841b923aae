// The outputs that a vMix plays.
import * as E from 'fp-ts/lib/Either.js';
import type {
  AttachedPlayer,
  Attachments,
  ConnectedPlayers,
} from '../../../application/connections/connection-driver.js';
import type { SendResult } from '../../../application/ports/commands.js';
import type { ClipSelection, PlayerCommand } from '../../../application/ports/players.js';
import { steadyReport } from '../../../application/state/scenes.js';
import { isEqual } from '../../../domain/codec/equality.js';
import type { Failure } from '../../../domain/failure.js';
import { isGraphicCommand, type ClipCommand } from '../../../domain/studio/command.js';
import { connectionLost, studioFileChanged } from '../shared/pending-commands.js';
import { cannot, toScenes } from '../shared/players.js';
import { notConnected, notServed } from '../shared/lines.js';
import { ClipIndex } from './clip-index.js';
import { VmixScene, type MixHost } from './scene.js';
import type { VmixPlayer } from './settings.js';
import type { VmixState } from './state.js';

type VmixAttachments = Pick<Attachments<never, never, VmixPlayer>, 'players' | 'selections'>;

export interface PlayersHost extends MixHost {
  /** The id of the connection. */
  readonly id: string;
  readonly changed: (output: string) => void;
}

interface ServedOutput {
  readonly attached: AttachedPlayer<VmixPlayer>;
  readonly scenes: readonly VmixScene[];
}

const reason = 'no graphic is attached to vMix';

const sendClip = (scene: VmixScene, command: ClipCommand<ClipSelection>): SendResult => {
  switch (command.do) {
    case 'play':
      return scene.play(command.clip);
    case 'cue':
      return scene.cue(command.clip);
    case 'take':
      return scene.take();
    case 'pause':
      return scene.pause();
    case 'resume':
      return scene.resume();
    case 'seek':
      return scene.seek(command.ms);
  }
};

/** The players of a connection. */
export class VmixPlayers {
  #clips = new ClipIndex([]);
  #selections: VmixAttachments['selections'] = [];
  readonly #served = new Map<string, ServedOutput>();
  /** When the last state arrived, in milliseconds since 1970 UTC. */
  #followedAtMs = 0;

  constructor(private readonly host: PlayersHost) {}

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

  /** Whether a command waits for its effect. */
  get hasPending(): boolean {
    return this.#scenes.some(({ hasPending }) => hasPending);
  }

  /** Whether the input of a clip is on air. */
  get hasClip(): boolean {
    return this.#scenes.some(({ hasClip }) => hasClip);
  }

  /** Serves other outputs from now on. Those that don't change go on as they are. */
  attach({ players, selections }: VmixAttachments): void {
    const isSame = isEqual(this.#selections, selections);
    if (!isSame) this.#clips = new ClipIndex(selections);
    this.#selections = selections;
    for (const [output, { attached, scenes }] of [...this.#served]) {
      if (isSame && isEqual(attached, players.get(output))) continue;
      this.#served.delete(output);
      for (const scene of scenes) scene.lose(studioFileChanged);
    }
    const state = this.host.state();
    if (state !== undefined) this.#clips.follow(state);
    for (const [output, attached] of players)
      if (!this.#served.has(output)) this.#served.set(output, { attached, scenes: this.#open(attached, state) });
  }

  /** Takes a state. `atMs` is when it arrived, in milliseconds since 1970 UTC. With the first one the vMix is connected. */
  follow(state: VmixState, atMs: number, isFirst: boolean): void {
    this.#followedAtMs = atMs;
    this.#clips.follow(state);
    for (const [output, { scenes }] of this.#served) {
      const before = this.#report(output);
      for (const scene of scenes) scene.follow(state, atMs);
      if (isFirst || !isEqual(before, this.#report(output))) this.host.changed(output);
    }
  }

  /** The connection is lost. */
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

  get #scenes(): readonly VmixScene[] {
    return [...this.#served.values()].flatMap(({ scenes }) => scenes);
  }

  #send(command: PlayerCommand): SendResult {
    const { output } = command;
    if (isGraphicCommand(command)) return E.left(cannot(output, 'show graphics', reason));
    if (command.do !== 'stop') return this.#sendTo(output, command.scene, (one) => sendClip(one, command));
    const sent = command.scenes.map((scene) => this.#sendTo(output, scene, (one) => one.stop()));
    return toScenes(output, sent);
  }

  #refusal(command: PlayerCommand): Failure | undefined {
    const { output } = command;
    if (isGraphicCommand(command)) return cannot(output, 'show graphics', reason);
    const found = 'scene' in command && this.#served.get(output)?.scenes.find(({ id }) => id === command.scene);
    return found && this.ports.state(output).connected ? found.refusal(command.do) : undefined;
  }

  #sendTo(output: string, scene: string, send: (one: VmixScene) => SendResult): SendResult {
    const found = this.#served.get(output)?.scenes.find(({ id }) => id === scene);
    if (found === undefined) return notServed('output', output);
    return this.ports.state(output).connected ? send(found) : notConnected('output', output, this.host.id);
  }

  /** New scenes begin with the last state, so that those that are idle are known at once. */
  #open(
    { output, settings: { mixes, idle } }: AttachedPlayer<VmixPlayer>,
    state: VmixState | undefined,
  ): readonly VmixScene[] {
    return output.scenes.map((scene) => {
      const mix = Object.hasOwn(mixes, scene) ? mixes[scene] : undefined;
      const opened = new VmixScene({ output: output.id, scene, mix, idle }, this.#clips, this.host);
      if (state !== undefined) opened.follow(state, this.#followedAtMs);
      return opened;
    });
  }
}
