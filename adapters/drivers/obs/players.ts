// The outputs that one OBS plays. They follow the studio file.
import * as E from 'fp-ts/lib/Either.js';
import { reconcile } from '../../../application/commands/reconcile.js';
import type {
  AttachedPlayer,
  Attachments,
  ConnectedPlayers,
  ConnectionDeps,
} from '../../../application/connections/connection-driver.js';
import type { SendResult } from '../../../application/ports/commands.js';
import type { ClipSelection, PlayerCommand, PlayerReport } from '../../../application/ports/players.js';
import { steadyReport } from '../../../application/state/scenes.js';
import { isEqual } from '../../../domain/codec/equality.js';
import type { Failure } from '../../../domain/failure.js';
import { textIn } from '../../../domain/codec/unchecked.js';
import { isGraphicCommand, type ClipCommand } from '../../../domain/studio/command.js';
import { notConnected } from '../shared/lines.js';
import { connectionLost, studioFileChanged } from '../shared/pending-commands.js';
import { cannot, toScenes } from '../shared/players.js';
import { ObsLink } from './link.js';
import { ObsSceneDriver } from './scene.js';
import type { ObsSceneCommand } from './scene-commands.js';
import { ClipFiles } from './scene-state.js';
import type { ObsPlayer, ObsSettings } from './settings.js';

type ObsAttachments = Pick<Attachments<never, never, ObsPlayer>, 'players' | 'selections'>;

/** An output that is served. */
interface ServedOutput {
  readonly id: string;
  readonly attached: AttachedPlayer<ObsPlayer>;
  readonly selections: readonly ClipSelection[];
  readonly scenes: readonly ObsSceneDriver[];
  lastNotified: string;
}

const reason = 'OBS has no templates';

const sceneCommand = (command: ClipCommand<ClipSelection>): ObsSceneCommand => {
  switch (command.do) {
    case 'play':
    case 'cue':
      return { type: command.do, selection: command.clip };
    case 'take':
    case 'pause':
    case 'resume':
      return { type: command.do };
    case 'seek':
      return { type: 'seek', positionMs: command.ms };
  }
};

/** The players of one OBS. */
export class ObsPlayers {
  readonly #served = new Map<string, ServedOutput>();
  readonly #link: ObsLink;

  constructor(
    private readonly settings: ObsSettings,
    attachments: ObsAttachments,
    private readonly deps: ConnectionDeps,
  ) {
    this.#link = new ObsLink(settings, deps, {
      opened: () => {
        for (const scene of this.#scenes) scene.open();
      },
      lost: () => {
        this.#lose();
      },
      event: (type, data) => {
        const [input, sceneName] = [textIn(data, 'inputName'), textIn(data, 'sceneName')];
        for (const scene of this.#scenes) scene.handleEvent(type, input, sceneName);
      },
    });
    this.follow(attachments);
  }

  readonly players: ConnectedPlayers = {
    send: (command) => this.#send(command),
    refusal: (command) => this.#refusal(command),
    state: (output) => reportOf(this.#served.get(output)),
    stateSource: () => null,
  };

  /** Serves other outputs from now on. Those that don't change go on as they are. */
  follow({ players, selections }: ObsAttachments): void {
    const wanted = [...players].map(([id, attached]) => ({ id, attached }));
    reconcile(this.#served, wanted, {
      open: ({ id, attached }) => this.#serve(id, attached, selections),
      serves: (served, { attached }) => isEqual([served.attached, served.selections], [attached, selections]),
      close: ({ scenes }) => {
        for (const scene of scenes) scene.lose(studioFileChanged);
      },
    });
  }

  close(): void {
    this.#link.close();
  }

  get #scenes(): readonly ObsSceneDriver[] {
    return [...this.#served.values()].flatMap(({ scenes }) => scenes);
  }

  #send(command: PlayerCommand): SendResult {
    const { output } = command;
    if (isGraphicCommand(command)) return E.left(cannot(output, 'show graphics', reason));
    return command.do === 'stop'
      ? this.#sendTo(output, command.scenes, { type: 'stop' })
      : this.#sendTo(output, [command.scene], sceneCommand(command));
  }

  #refusal(command: PlayerCommand): Failure | undefined {
    const { output } = command;
    if (isGraphicCommand(command)) return cannot(output, 'show graphics', reason);
    const served = this.#served.get(output);
    if (command.do === 'stop' || !reportOf(served).connected) return undefined;
    return served?.scenes.find(({ id }) => id === command.scene)?.refusal(sceneCommand(command));
  }

  #sendTo(output: string, ids: readonly string[], command: ObsSceneCommand): SendResult {
    const served = this.#served.get(output);
    if (served === undefined || !reportOf(served).connected) return notConnected('output', output, this.deps.id);
    const sent = served.scenes.filter(({ id }) => ids.includes(id)).map((scene) => scene.send(command));
    return toScenes(output, sent);
  }

  #serve(id: string, attached: AttachedPlayer<ObsPlayer>, selections: readonly ClipSelection[]): ServedOutput {
    const { output, settings } = attached;
    const player = `the player of the output "${id}"`;
    const host = {
      clock: this.deps.clock,
      link: this.#link,
      files: new ClipFiles(this.settings.mediaFolder, selections),
      player,
      program: settings.program ?? false,
      changed: () => {
        this.#notify(id);
      },
      noteProblem: (reason: string) => {
        this.deps.log.warn('an output can not be used', { connection: this.deps.id, output: id, reason });
      },
    };
    const scenes = output.scenes.flatMap((scene) => {
      const own = settings.scenes[scene];
      return own === undefined ? [] : [new ObsSceneDriver(scene, own, host)];
    });
    if (this.#link.isOpen) for (const scene of scenes) scene.open();
    return { id, attached, selections, scenes, lastNotified: '' };
  }

  #lose(): void {
    for (const scene of this.#scenes) scene.lose(connectionLost);
    for (const output of this.#served.keys()) this.#notify(output);
  }

  #notify(output: string): void {
    const served = this.#served.get(output);
    if (served === undefined) return;
    const state = JSON.stringify(steadyReport(reportOf(served)));
    if (state === served.lastNotified) return;
    served.lastNotified = state;
    this.deps.changed(output);
  }
}

const reportOf = (served: ServedOutput | undefined): PlayerReport => {
  const scenes = served?.scenes ?? [];
  const connected = scenes.length > 0 && scenes.every(({ isKnown }) => isKnown);
  return { connected, scenes: scenes.map(({ state }) => state) };
};
