// The command that replays a recorded session against a new studio, and compares everything that it answers.
import { readFile } from 'node:fs/promises';
import * as E from 'fp-ts/lib/Either.js';
import { decodeOrMessage } from '../../../domain/codec/issues.js';
import { aliases } from '../../../simulator/session/aliases.js';
import { Beginning, InputLine, type SessionLine } from '../../../simulator/session/lines.js';
import { counted, type CommandOutput } from '../../check.js';
import { readSettings, type Settings } from '../../settings.js';
import { StartupError } from '../../startup-errors.js';
import { knownSecrets, layoutIn } from './beginning.js';
import { firstDifference } from './difference.js';
import { openSession, type SessionHost } from './host.js';
import { CallerAddresses, sendCall, sendSteering, type SentCall } from './replay-client.js';

/** A recording that was read. */
export interface Recording {
  readonly beginning: Beginning;
  /** The lines after the first. */
  readonly lines: readonly string[];
}

/** Parses a recording. Throws a `StartupError` that names what is wrong with it. */
export const parseRecording = (text: string, file: string): Recording => {
  const [first = '', ...lines] = text.split('\n').filter((line) => line !== '');
  const json = E.tryCatch(
    () => JSON.parse(first) as unknown,
    () => 'expected JSON',
  );
  const beginning = E.isLeft(json) ? json : decodeOrMessage(Beginning, json.right);
  if (E.isRight(beginning)) return { beginning: beginning.right, lines };
  throw new StartupError(`${file}: line 1: ${beginning.left}`);
};

const inputIn = (line: string, number: number): InputLine | undefined => {
  try {
    const decoded = InputLine.decode(JSON.parse(line));
    return E.isRight(decoded) ? decoded.right : undefined;
  } catch {
    throw new StartupError(`line ${String(number)}: expected JSON; the recording is incomplete`);
  }
};

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
  readonly #addresses = new CallerAddresses();
  #compared = 0;
  #onInput: () => void = () => undefined;

  constructor(private readonly recording: Recording) {}

  /** Returns the first difference; undefined if there is none. */
  async run(): Promise<readonly string[] | undefined> {
    const { lines } = this.recording;
    const host = await this.#open();
    for (const [index, line] of lines.entries()) {
      const input = inputIn(line, index + 2);
      if (input === undefined) continue;
      await host.clock.advanceTo(this.recording.beginning.startMs + input.atMs);
      const difference = this.#difference(index);
      if (difference !== undefined) {
        await host.stop();
        return difference;
      }
      await this.#perform(host, input);
    }
    if (!lines.at(-1)?.includes('"stop":true')) await host.stop();
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
      prepare: this.#addresses.prepare,
    });
  }

  #write(line: SessionLine): void {
    this.#replayed.push(JSON.stringify(line));
    if ('call' in line || 'steering' in line || 'disconnect' in line) this.#onInput();
  }

  #difference(count: number): readonly string[] | undefined {
    const difference = firstDifference(this.recording.lines, this.#replayed, count, this.#compared);
    this.#compared = count;
    return difference;
  }

  async #perform(host: SessionHost, input: InputLine): Promise<void> {
    if ('stop' in input) return host.stop();
    const arrived = new Promise<void>((resolve) => {
      this.#onInput = resolve;
    });
    const sent = this.#send(host, input);
    // A call that the service doesn't recognize is answered without an input.
    await Promise.race([arrived, sent.closed]);
    await host.session.idle();
  }

  #send(host: SessionHost, input: Exclude<InputLine, { readonly stop: true }>): SentCall {
    if ('disconnect' in input) {
      const sent = this.#calls.get(input.disconnect);
      sent?.disconnect();
      return { closed: new Promise(() => undefined), disconnect: () => undefined };
    }
    if ('steering' in input) return sendSteering(host.simulatorUrl, input);
    this.#addresses.expect(input.from);
    const sent = sendCall(host.port(), input);
    this.#calls.set(input.call, sent);
    return sent;
  }
}

/** Replays a recording. Returns the first difference, as lines; undefined if there is none. */
export const replay = (recording: Recording): Promise<readonly string[] | undefined> => new Replay(recording).run();

const readRecording = async (file: string): Promise<Recording> => {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new StartupError(`${file} can't be read (${code})`);
  });
  return parseRecording(text, file);
};

/** Replays the session in a file (REPLAY-1). */
export const replayFile = async (file: string): Promise<CommandOutput> => {
  const recording = await readRecording(file);
  const difference = await replay(recording);
  if (difference !== undefined) return { lines: difference.map((line) => `replay: ${line}`), exitCode: 1 };
  const inputs = recording.lines.filter((line) => /^\{"(?:call|steering)":/.test(line)).length;
  return { lines: [`replay: ${counted(inputs, 'call')}, every answer is the same`], exitCode: 0 };
};
