// Records sessions over HTTP with the part `record`, and replays them.
import 'reflect-metadata';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { record } from '../../../../infra/simulated/session/record.js';
import { parseRecording } from '../../../../infra/simulated/session/recording.js';
import { replay } from '../../../../infra/simulated/session/replay.js';
import { readSettings } from '../../../../infra/settings/settings.js';

/** A recording that runs. */
export interface RecordedStudio {
  readonly serviceUrl: string;
  readonly simulatorUrl: string;
  /** Sends a body to the steering API. Resolves with the text of the answer. */
  readonly steer: (method: string, path: string, body?: unknown) => Promise<string>;
  /** Returns the text of its file so far, as a program that is killed leaves it. */
  readonly written: () => string;
  /** Ends the recording, and returns the text of its file. */
  readonly stop: () => Promise<string>;
}

/** Reads settings. An empty text leaves a setting out. */
const settingsFrom = (environment: Readonly<Record<string, string>>) => {
  const given = Object.entries(environment).filter(([, text]) => text !== '');
  const read = readSettings([], Object.fromEntries(given));
  if (E.isLeft(read)) throw new Error(read.left);
  return read.right.settings;
};

/** Starts a recording. `environment` adds to its settings. */
export const startRecording = async (environment: Readonly<Record<string, string>> = {}): Promise<RecordedStudio> => {
  const folder = mkdtempSync(join(tmpdir(), 'studio-control-recording-'));
  const file = join(folder, 'session.jsonl');
  const part = await record(
    settingsFrom({
      PORT: '0',
      HOST: '127.0.0.1',
      SIMULATOR_PORT: '0',
      LOG_LEVEL: 'error',
      DATA_DIR: folder,
      RECORDING: file,
      SIMULATOR_CLOCK: 'manual',
      SIMULATOR_SEED: '7',
      ...environment,
    }),
  ).catch((error: unknown) => {
    rmSync(folder, { recursive: true });
    throw error;
  });
  const [serviceUrl = '', simulatorUrl = ''] = part.lines.map((line) => /http:\S+/.exec(line)?.[0] ?? '');
  return {
    serviceUrl: serviceUrl.replace('localhost', '127.0.0.1'),
    simulatorUrl,
    steer: async (method, path, body) => {
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const headers = { 'Content-Type': 'application/json' };
      return (await fetch(`${simulatorUrl}/api/v1${path}`, { method, headers, ...sent })).text();
    },
    written: () => readFileSync(file, 'utf8'),
    stop: async () => {
      await part.stop();
      const text = readFileSync(file, 'utf8');
      rmSync(folder, { recursive: true });
      return text;
    },
  };
};

/** Replays the text of a recording. Resolves with the first difference; undefined if there is none. */
export const replayed = (text: string): Promise<readonly string[] | undefined> =>
  replay(parseRecording(text, 'session.jsonl'));
