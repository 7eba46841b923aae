// Simulated OBS Studio with obs-websocket 5: its scenes and media inputs are those that the studio file names.
import { fieldOf, listIn, textIn } from '../../domain/codec/unchecked.js';
import type { FaceOptions, OpenFace, WireFace } from '../wire-face.js';
import { SimulatedScene, type MediaInput } from './scene.js';
import { ObsSession } from './session.js';
import { WebSocketServer } from './web-socket.js';

/** The password that it asks for if the connection has a `passwordFile`. */
const simulatedPassword = 'secret';

const scenesOf = (
  { attachments, devices, now }: FaceOptions,
  startedHidden: (input: MediaInput) => void,
): readonly SimulatedScene[] => {
  if (now === undefined) throw new Error('simulated OBS needs the time of its players');
  return [...attachments.players.values()].flatMap(({ output, settings }) =>
    output.scenes.map((scene) => {
      const own = fieldOf(fieldOf(settings, 'scenes'), scene);
      const inputs = listIn(own, 'inputs').map(String);
      const { players } = devices;
      const player = { output: output.id, scene, players, selections: attachments.selections, now, startedHidden };
      return new SimulatedScene(textIn(own, 'scene') ?? scene, inputs, player);
    }),
  );
};

class ObsFace implements WireFace {
  readonly #scenes: readonly SimulatedScene[];
  readonly #sessions = new Set<ObsSession>();
  readonly #server: WebSocketServer;
  readonly #unsubscribe: () => void;
  /** When the clip of each input was started; absent for those that show none. */
  readonly #started = new Map<MediaInput, number>();

  constructor(options: FaceOptions) {
    this.#scenes = scenesOf(options, (input) => {
      this.#notify('MediaInputPlaybackStarted', input);
    });
    const password = textIn(options.settings, 'passwordFile') === undefined ? undefined : simulatedPassword;
    this.#server = new WebSocketServer((peer) => {
      const session = new ObsSession(peer, this.#scenes, password);
      this.#sessions.add(session);
      return {
        receive: (text) => {
          session.receive(text);
        },
        closed: () => this.#sessions.delete(session),
      };
    });
    this.#unsubscribe = options.devices.players.watch(() => {
      this.#noticeChange();
    });
  }

  listen(port: number, host: string): Promise<number> {
    return this.#server.listener.listen(port, host);
  }

  close(): Promise<void> {
    this.#unsubscribe();
    return this.#server.listener.hangUp();
  }

  /** OBS with an output that is offline is away as a whole: it is one connection. */
  #noticeChange(): void {
    if (!this.#server.listener.follow(this.#scenes.every((scene) => scene.isReachable))) return;
    for (const scene of this.#scenes) for (const input of scene.inputs) this.#notice(scene, input);
  }

  #notice(scene: SimulatedScene, input: MediaInput): void {
    const startedAtMs = scene.startedAtMs(input);
    const before = this.#started.get(input);
    if (startedAtMs === null) this.#started.delete(input);
    else this.#started.set(input, startedAtMs);
    if (startedAtMs === (before ?? null)) return;
    if (startedAtMs === null) input.isEnded = true;
    this.#notify(startedAtMs === null ? 'MediaInputPlaybackEnded' : 'MediaInputPlaybackStarted', input);
  }

  #notify(eventType: string, { name: inputName }: MediaInput): void {
    for (const session of this.#sessions) session.notify(eventType, { inputName });
  }
}

/** Opens simulated OBS. */
export const obsFace: OpenFace = (options) => new ObsFace(options);
