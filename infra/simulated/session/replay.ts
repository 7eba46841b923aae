// The command that replays a recorded session against a new studio, and compares everything that it answers.
import * as E from 'fp-ts/lib/Either.js';
import { aliases } from '../../../simulator/session/aliases.js';
import type {
  Beginning,
  CallLine,
  DisconnectLine,
  InputLine,
  SessionLine,
  SteeringLine,
} from '../../../simulator/session/lines.js';
import { counted, type CommandOutput } from '../../studio-file/check.js';
import { readSettings, type Settings } from '../../settings/settings.js';
import { StartupError } from '../../machine/startup-errors.js';
import { knownSecrets, layoutIn } from './beginning.js';
import { firstDifference } from './difference.js';
import { openSession, type SessionHost } from './host.js';
import { readRecording, type Recording } from './recording.js';
import { Callers, sendCall, sendSteering, type SentCall } from './replay-client.js';

const settingsFor = ({ settings }: Beginning): Settings => {
  const own = { PORT: '0', HOST: '127.0.0.1', SIMULATOR_PORT: '0', SIMULATOR_HOST: '127.0.0.1', LOG_LEVEL: 'error' };
  const read = readSettings([], { ...settings, ...own });
  if (E.isLeft(read)) throw new StartupError(`line 1: settings: ${read.left}`);
  return read.right.settings;
};

/** Performs the inputs of a recording on a new studio. */
class Replay {
  readonly #replayed: string[] = [];
  readonly #calls = new Map<number, SentCall>();
  readonly #callers = new Callers();
  readonly #recorded: readonly string[];
  #compared = 0;
  #isStopped = false;
  #onInput: () => void = () => undefined;

  constructor(private readonly recording: Recording) {
    this.#recorded = recording.lines.map(({ text }) => text);
  }

  /** Returns the first difference; undefined if there is none. */
  async run(): Promise<readonly string[] | undefined> {
    const host = await this.#open();
    try {
      return await this.#performAll(host);
    } finally {
      if (!this.#isStopped) await host.stop();
    }
  }

  async #performAll(host: SessionHost): Promise<readonly string[] | undefined> {
    const { beginning, lines, hasEnd } = this.recording;
    for (const [index, { input, atMs }] of lines.entries()) {
      // What follows the end is an effect of it, such as callers that it disconnects.
      if (input === undefined || this.#isStopped) continue;
      await host.clock.advanceTo(beginning.startMs + atMs);
      const difference = this.#difference(index);
      if (difference !== undefined) return difference;
      await this.#perform(host, input);
    }
    if (hasEnd) return this.#difference(lines.length);
    await host.clock.advanceTo(beginning.startMs + (lines.at(-1)?.atMs ?? 0));
    // The program that recorded may have been killed before it had written all lines of its last moment.
    this.#replayed.splice(lines.length);
    return this.#difference(lines.length);
  }

  #open(): Promise<SessionHost> {
    const { beginning } = this.recording;
    const layout = layoutIn(beginning);
    if (E.isLeft(layout)) throw new StartupError(`line 1: studio: ${layout.left}`);
    return openSession({
      ...beginning,
      settings: settingsFor(beginning),
      layout: layout.right,
      real: undefined,
      aliases: aliases(knownSecrets(beginning.configuration)),
      write: (line) => {
        this.#write(line);
      },
      prepare: this.#callers.prepare,
    });
  }

  #write(line: SessionLine): void {
    this.#replayed.push(JSON.stringify(line));
    if ('call' in line || 'steering' in line || 'disconnect' in line) this.#onInput();
  }

  #difference(count: number): readonly string[] | undefined {
    const difference = firstDifference(this.#recorded, this.#replayed, count, this.#compared);
    this.#compared = count;
    return difference;
  }

  #stop(host: SessionHost): Promise<void> {
    this.#isStopped = true;
    return host.stop();
  }

  async #perform(host: SessionHost, input: InputLine): Promise<void> {
    if ('stop' in input) return this.#stop(host);
    if ('configuration' in input) {
      await host.configure(input.configuration);
      return;
    }
    const arrived = new Promise<void>((resolve) => {
      this.#onInput = resolve;
    });
    const over = this.#send(host, input);
    // A call that the service doesn't recognize is answered without an input.
    await Promise.race([arrived, over]);
    await host.session.idle();
  }

  /** Sends an input. Resolves when its connection is closed, after which no input arrives. */
  #send(host: SessionHost, input: CallLine | SteeringLine | DisconnectLine): Promise<void> {
    if ('disconnect' in input) return this.#calls.get(input.disconnect)?.disconnect() ?? Promise.resolve();
    if ('steering' in input) return sendSteering(host.simulatorUrl, input);
    const sent = sendCall(host.port(), input, this.#callers.expect(input.from));
    this.#calls.set(input.call, sent);
    return sent.closed;
  }
}

/** Replays a recording. Returns the first difference, as lines; undefined if there is none. */
export const replay = (recording: Recording): Promise<readonly string[] | undefined> => new Replay(recording).run();

/** Returns what a recording lacks because its program was killed. */
const gapsOf = ({ cutLine, hasEnd }: Recording): readonly string[] => [
  ...(cutLine === undefined ? [] : [`line ${String(cutLine)} is cut off, and was ignored`]),
  ...(hasEnd ? [] : ['the recording has no end; its program was killed, or is running']),
];

/** Replays the session in a file (REPLAY-1, REPLAY-3, REPLAY-6). */
export const replayFile = async (file: string): Promise<CommandOutput> => {
  const recording = await readRecording(file);
  const difference = await replay(recording);
  const calls = recording.lines.filter(({ input = {} }) => 'call' in input || 'steering' in input).length;
  const result = difference ?? [`${counted(calls, 'call')}, every answer is the same`];
  return {
    lines: [...result, ...gapsOf(recording)].map((line) => `replay: ${line}`),
    exitCode: difference === undefined ? 0 : 1,
  };
};
