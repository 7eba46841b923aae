// What is kept of a release: the data of a service and of a console, a studio file, a backup, and what the next program must find in them.
import { join } from 'node:path';
import * as t from 'io-ts';
import { ledgerFile } from '../../adapters/storage/ledger-file.js';
import { memoryLog } from '../application/console/readable-log.js';
import { outboxFile } from '../../adapters/storage/outbox-file.js';
import { studioVersions } from '../../adapters/storage/studio-versions.js';
import { freePort } from '../support/loopback.js';
import {
  adminPassword,
  operate,
  runCommand,
  startPart,
  type ProgramSettings,
  type RunningProgram,
} from '../adapters/storage/programs.js';

/** The folders of all releases are here, named after their versions. */
export const keptReleases = import.meta.dirname;

/** What a release has stored, and the next program must find. The secrets open nothing but the data beside them. */
export const KeptFacts = t.readonly(
  t.type({
    /** Tokens of devices, by name. */
    tokens: t.record(t.string, t.string),
    /** The token of a program that calls the console. */
    apiToken: t.string,
    /** The state of the studio, as `GET /api/v2/state` shows it. */
    state: t.record(t.string, t.unknown),
    /** The idempotency keys whose answers are kept, oldest first. */
    keys: t.readonlyArray(t.string),
    /** The ids of the messages that wait for a webhook that is away, oldest first. */
    messages: t.readonlyArray(t.string),
    /** The times of the versions of the studio file, newest first, in milliseconds since 1970 UTC. */
    versions: t.readonlyArray(t.number),
    /** The ids of the entries of the as-run log. */
    asRun: t.readonlyArray(t.string),
    /** The summaries of the studio's history, newest first. */
    history: t.readonlyArray(t.string),
  }),
);
export type KeptFacts = t.TypeOf<typeof KeptFacts>;

export const keptStudio = 'kept-studio';
export const keptPath = `/api/studios/${keptStudio}`;

/** The parts of the state that survive a restart. */
const lasting = ['studio', 'station', 'variables', 'banks'];

/** Returns the settings of a console with the data of a folder. */
const consoleSettings = async (folder: string): Promise<ProgramSettings> => ({
  DATA_DIR: join(folder, 'stored'),
  CONSOLE_PORT: String(await freePort()),
  CONSOLE_ADMIN_PASSWORD: adminPassword,
});

/** Starts a console with the data of a folder. */
export const startConsole = async (folder: string): Promise<RunningProgram> =>
  startPart('console', await consoleSettings(folder));

/** Returns the settings of a service with the data of a folder. */
export const serviceSettings = async (folder: string, { url }: RunningProgram): Promise<ProgramSettings> => ({
  ...{ DATA_DIR: join(folder, 'stored'), STUDIO_FILE: join(folder, 'studio.yaml'), DEVICES: 'simulated' },
  ...{ HOST: '127.0.0.1', PORT: '0', TRUST_LOOPBACK: 'off' },
  ...{ STUDIO_EDITING: 'on', STUDIO_EDITING_PORT: String(await freePort()) },
  ...{ CONSOLE_URL: url, STUDIO_KEY_FILE: join(folder, 'key') },
});

/** Reads from the service with a token. */
export const readWith = (service: RunningProgram, token: string, path: string): Promise<Response> =>
  fetch(service.url + path, { headers: { authorization: `Bearer ${token}` } });

/** Returns what of the studio's state survives a restart. */
export const lastingState = async (service: RunningProgram, token: string): Promise<KeptFacts['state']> => {
  const state = (await (await readWith(service, token, '/state')).json()) as KeptFacts['state'];
  return Object.fromEntries(lasting.map((part) => [part, state[part]]));
};

/** Returns the ids of the as-run log, oldest first. */
export const asRunOf = async (settings: ProgramSettings): Promise<readonly string[]> => {
  const lines = (await runCommand(['as-run'], settings)).trim().split('\n');
  return lines.map((line) => (JSON.parse(line) as { readonly id: string }).id);
};

/** Returns the idempotency keys whose answers the journal of a service keeps. */
export const keysIn = async (folder: string): Promise<readonly string[]> => {
  const file = ledgerFile({ folder: join(folder, 'stored/service'), studioId: keptStudio, log: memoryLog() });
  const { answers } = await file.load();
  return answers.map(({ key }) => key);
};

/** Returns the ids of the messages that wait for webhooks. */
export const messagesIn = async (folder: string): Promise<readonly string[]> => {
  const { waiting } = await outboxFile({ folder: join(folder, 'stored/service'), log: memoryLog() }).load();
  return waiting.map(({ message }) => message.id);
};

/** Returns the times of the versions of the studio file, newest first. */
export const versionsIn = async (folder: string): Promise<readonly number[]> => {
  const versions = studioVersions({ folder: join(folder, 'stored/service/studio-versions'), log: memoryLog() });
  return (await versions.load()).map(({ timeMs }) => timeMs);
};

/** Returns the summaries of the studio's history, newest first. */
export const historyOf = async ({ url }: RunningProgram): Promise<readonly string[]> => {
  const { changes } = await operate<{ changes: { summary: string }[] }>(url, 'GET', `${keptPath}/changes`);
  return changes.map(({ summary }) => summary);
};
