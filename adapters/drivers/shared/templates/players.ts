// Simple players: they play and stop clips, each scene as a record of its own.
import * as E from 'fp-ts/lib/Either.js';
import type { AttachedPlayer, ConnectedPlayers } from '../../../../application/connections/connection-driver.js';
import type { SendResult } from '../../../../application/ports/commands.js';
import type { ClipSelection, PlayerCommand, SceneRun, SceneState } from '../../../../application/ports/players.js';
import { isEqual } from '../../../../domain/codec/equality.js';
import type { Failure } from '../../../../domain/failure.js';
import { startedClip } from '../../../../domain/studio/clip-time.js';
import { isGraphicCommand } from '../../../../domain/studio/command.js';
import { notServed } from '../lines.js';
import { cannot, toScenes } from '../players.js';
import { idleState, playingState, scenePlan, type TextProtocol } from './plan.js';
import { TemplatedRecord, type RecordServer } from './record.js';
import type { PlayerSettings } from './settings.js';

type Selections = ReadonlyMap<string, ClipSelection>;

/** A scene: what it plays, and since when. */
class TemplatedScene<Out, In> {
  readonly record: TemplatedRecord<Out, In>;
  #run: SceneRun | null = null;

  constructor(
    readonly id: string,
    private readonly selections: Selections,
    private readonly server: Pick<RecordServer<Out, In>, 'clock' | 'changed'>,
    create: (onState: (state: string | null) => void) => TemplatedRecord<Out, In>,
  ) {
    this.record = create((state) => {
      this.#run = this.#runOf(state);
    });
  }

  get state(): SceneState {
    const { id } = this;
    return { id, run: this.#run, cued: null, graphicShown: false, isUnknown: this.record.state === null };
  }

  /** A player that plays the clip already starts it again, which its state doesn't show. */
  play(selection: ClipSelection): SendResult {
    const state = playingState(selection);
    const sent = this.record.send(state);
    if (E.isRight(sent))
      void sent.right.confirmed.then((result) => {
        if (E.isLeft(result) || this.record.state !== state) return;
        this.#run = this.#runOf(state);
        this.server.changed(this.record.id);
      });
    return sent;
  }

  refusal(state: string): Failure | undefined {
    return this.record.refusal(state);
  }

  stop(): SendResult {
    return this.record.send(idleState);
  }

  #runOf(state: string | null): SceneRun | null {
    const selection = this.selections.get(state ?? idleState);
    if (selection === undefined) return null;
    const { loop = false, durationMs = null } = selection.clip;
    return { ...selection, ...startedClip(this.server.clock.now(), { loop, durationMs }) };
  }
}

/** An output that is served. */
interface ServedOutput<T, M, Out, In> {
  readonly attached: AttachedPlayer<PlayerSettings<T, M>>;
  readonly clips: readonly ClipSelection[];
  readonly scenes: readonly TemplatedScene<Out, In>[];
}

const reason = 'its driver only plays and stops clips';

const refusalOf = (command: PlayerCommand): Failure =>
  cannot(command.output, isGraphicCommand(command) ? 'show graphics' : command.do, reason);

/** The outputs and clips of a connection. */
interface PlayerAttachments<T, M> {
  readonly players: ReadonlyMap<string, AttachedPlayer<PlayerSettings<T, M>>>;
  readonly selections: readonly ClipSelection[];
}

/** The players of a connection. */
export class TemplatedPlayers<T, M, Out, In> {
  readonly #served = new Map<string, ServedOutput<T, M, Out, In>>();

  constructor(
    private readonly protocol: TextProtocol<T, M, Out, In>,
    private readonly server: RecordServer<Out, In>,
  ) {}

  readonly players: ConnectedPlayers = {
    send: (command) => this.#send(command),
    refusal: (command) => {
      if (command.do === 'play') return this.#find(command.output, command.scene)?.refusal(playingState(command.clip));
      if (command.do !== 'stop') return refusalOf(command);
      const refused = command.scenes.map((scene) => this.#find(command.output, scene)?.refusal(idleState));
      return refused.every((one) => one !== undefined) ? refused[0] : undefined;
    },
    state: (output) => {
      const scenes = this.#served.get(output)?.scenes ?? [];
      const connected = scenes.length > 0 && scenes.every(({ record }) => record.isConnected);
      return { connected, scenes: scenes.map(({ state }) => state) };
    },
    stateSource: () => null,
  };

  /** Serves other outputs from now on. Those that don't change go on as they are. */
  follow({ players, selections }: PlayerAttachments<T, M>): void {
    for (const [output, one] of [...this.#served]) {
      if (isEqual([one.attached, one.clips], [players.get(output), selections])) continue;
      this.#served.delete(output);
      for (const { record } of one.scenes) this.server.remove(record);
    }
    for (const [output, attached] of players)
      if (!this.#served.has(output)) this.#served.set(output, this.#open(attached, selections));
  }

  #send(command: PlayerCommand): SendResult {
    const { output } = command;
    if (command.do === 'play')
      return this.#find(output, command.scene)?.play(command.clip) ?? notServed('output', output);
    if (command.do !== 'stop') return E.left(refusalOf(command));
    return toScenes(
      output,
      command.scenes.map((scene) => this.#find(output, scene)?.stop() ?? notServed('output', output)),
    );
  }

  #find(output: string, scene: string): TemplatedScene<Out, In> | undefined {
    return this.#served.get(output)?.scenes.find(({ id }) => id === scene);
  }

  #open(attached: AttachedPlayer<PlayerSettings<T, M>>, clips: readonly ClipSelection[]): ServedOutput<T, M, Out, In> {
    const { protocol, server } = this;
    const { output, settings } = attached;
    const selections = new Map(clips.map((selection) => [playingState(selection), selection]));
    const scenes = output.scenes.map(
      (scene) =>
        new TemplatedScene<Out, In>(scene, selections, server, (onState) => {
          const plan = scenePlan(protocol, settings, { scene, selections });
          const record = new TemplatedRecord(output.id, plan, server, onState);
          server.add(record);
          return record;
        }),
    );
    return { attached, clips, scenes };
  }
}
