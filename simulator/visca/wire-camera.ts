// A camera on the wire: answers inquiries about a simulated camera, and recalls its angles by their presets.
import * as E from 'fp-ts/lib/Either.js';
import type { Cameras } from '../../application/ports/cameras.js';
import type { SentCommand } from '../../application/ports/commands.js';
import { spread } from './message.js';

/** The presets of a simulated camera, by the ids of its angles. */
export interface WirePresets {
  readonly camera: string;
  readonly presets: Readonly<Record<string, number>>;
}

/** Sends the contents of a reply, in hexadecimal digits. */
export type Answer = (contents: string) => void;

/** The numbers of the sockets: a camera executes at most two commands at once. */
const socketNumbers = [1, 2] as const;

/** Clears the sockets. They free themselves here, as soon as their command is confirmed. */
const interfaceClear = '81010001ff';
const completed = '9050ff';

const syntaxError = '906002ff';
const bufferFull = '906003ff';

const notExecutable = (socket: number): string => `906${String(socket)}41ff`;

/** Steps between the positions of two presets. */
const presetSteps = 0x100;

const recall = /^8101043f02([0-9a-f]{2})ff$/;

/** The camera of a connection. */
export class WireCamera {
  readonly #busy = new Set<number>();

  constructor(
    private readonly heads: readonly WirePresets[],
    private readonly cameras: Cameras,
  ) {}

  /** Whether the camera can be reached. */
  get isReachable(): boolean {
    return this.heads.every(({ camera }) => this.cameras.connected(camera));
  }

  /** Handles a VISCA message. Whether it came in a packet for commands or for inquiries makes no difference. */
  handle(contents: string, answer: Answer): void {
    if (contents.startsWith('8109')) this.#inquire(contents, answer);
    else if (contents === interfaceClear) answer(completed);
    else this.#execute(contents, answer);
  }

  /** The pan of the reported angle: every preset has another position, and so has a camera that was never recalled. */
  get #steps(): number {
    const [shown] = this.heads.flatMap(({ camera, presets }) => presets[this.cameras.angle(camera) ?? ''] ?? []);
    return shown === undefined ? 0 : (shown + 1) * presetSteps;
  }

  #inquire(contents: string, answer: Answer): void {
    const answers: Readonly<Record<string, () => string>> = {
      '81090002ff': () => '905000010513010002ff',
      '81090400ff': () => '905002ff',
      '81090612ff': () => `9050${spread(this.#steps, 4)}${spread(this.#steps / 4, 4)}ff`,
      '81090447ff': () => `9050${spread(this.#steps / 2, 4)}ff`,
    };
    answer(answers[contents]?.() ?? syntaxError);
  }

  #execute(contents: string, answer: Answer): void {
    const [, preset] = recall.exec(contents) ?? [];
    if (preset === undefined) answer(syntaxError);
    else this.#recall(Number.parseInt(preset, 16), answer);
  }

  #recall(preset: number, answer: Answer): void {
    const socket = socketNumbers.find((number) => !this.#busy.has(number));
    if (socket === undefined) {
      answer(bufferFull);
      return;
    }
    const sent = this.#send(preset);
    if (sent === undefined) answer(notExecutable(socket));
    else void this.#report(sent, socket, answer);
  }

  #send(preset: number): SentCommand | undefined {
    for (const { camera, presets } of this.heads) {
      const [angle] = Object.entries(presets).find(([, number]) => number === preset) ?? [];
      const sending = angle === undefined ? undefined : this.cameras.send({ do: 'recall', camera, angle });
      if (sending !== undefined && E.isRight(sending)) return sending.right;
    }
    return undefined;
  }

  async #report({ accepted, confirmed }: SentCommand, socket: number, answer: Answer): Promise<void> {
    this.#busy.add(socket);
    const isAccepted = E.isRight(await accepted);
    answer(isAccepted ? `904${String(socket)}ff` : notExecutable(socket));
    const isConfirmed = E.isRight(await confirmed);
    this.#busy.delete(socket);
    if (isAccepted) answer(isConfirmed ? `905${String(socket)}ff` : `906${String(socket)}04ff`);
  }
}
