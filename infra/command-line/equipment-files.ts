// The commands that make files about the equipment: `doctor` the report, and `record` what goes over the wire of a connection. They ask the
// service that runs with the same DATA_DIR.
import { writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { askLocally, localSocketIn } from '../../adapters/http/local/local-socket.js';
import type { EquipmentReport, ReportedConnection } from '../../application/connections/equipment-report.js';
import { equipmentReport } from '../service/equipment-report.js';
import type { GivenFlags } from '../settings/command-flags.js';
import type { Settings } from '../settings/settings.js';
import type { CommandOutput } from '../studio-file/check.js';

const refused = (line: string): CommandOutput => ({ lines: [line], exitCode: 1 });

const ask = ({ DATA_DIR }: Settings, what: string): Promise<IncomingMessage | undefined> =>
  askLocally(localSocketIn(join(DATA_DIR, 'service')), what);

const stateOf = ({ connected, history }: ReportedConnection): string => {
  const lost = history.findLast(({ reason }) => reason !== null);
  const why = lost === undefined ? '' : `; last lost ${lost.time}: ${lost.reason ?? ''}`;
  if (connected === null) return `unknown${why}`;
  return `${connected ? 'connected' : 'not connected'}${why}`;
};

const summary = ({ program, service }: EquipmentReport): readonly string[] => {
  if (service === null)
    return [`${program}: no service runs with this DATA_DIR, so the report has only what is on disk`];
  const { isSimulated, startedAt, connections, alarms } = service;
  return [
    `${program}, running since ${startedAt}`,
    ...(isSimulated ? ['the devices are simulated: no connection is open'] : []),
    ...connections.map((one) => `${one.id} (${one.protocol}): ${stateOf(one)}`),
    ...alarms.map(({ message }) => `alarm: ${message}`),
  ];
};

/** Writes the report to a file, by default to one of the current folder, and prints what is wrong. */
export const writeEquipmentReport = async (settings: Settings, file: string | undefined): Promise<CommandOutput> => {
  const answered = await ask(settings, '/report');
  if (answered !== undefined && answered.statusCode !== 200) return refused(`doctor: ${await text(answered)}`);
  // A service that stops meanwhile answers nothing.
  const given = answered === undefined ? '' : await text(answered);
  const report = given === '' ? await equipmentReport(settings, null) : (JSON.parse(given) as EquipmentReport);
  const path = file ?? `${report.name}.json`;
  try {
    await writeFile(path, `${JSON.stringify(report, undefined, 2)}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    return refused(
      code === 'EEXIST' ? `doctor: ${path} exists: expected a new file` : `doctor: ${path} can't be written (${code})`,
    );
  }
  const notes = [
    `the report is in ${path}: it has names and addresses of the studio, and what stands in its paths and texts, but no password that a file keeps; read it before you share it`,
  ];
  return { lines: [...summary(report), ...notes], exitCode: 0 };
};

async function* linesOf(answered: IncomingMessage): AsyncGenerator<string> {
  try {
    yield* createInterface({ input: answered });
  } catch {
    // The same as below.
  }
  if (!answered.complete)
    throw new Error('record: the recording was cut off: the service was killed, or what reads it is too slow');
}

/** Prints the recording of a connection as JSON lines, until the command or the service ends. */
export const recordWire = async (
  settings: Settings,
  connection: string,
  { reopen = false }: GivenFlags = {},
): Promise<CommandOutput> => {
  const answered = await ask(settings, `/recordings/${encodeURIComponent(connection)}${reopen ? '?reopen' : ''}`);
  if (answered === undefined) return refused(`record: no service runs with DATA_DIR ${settings.DATA_DIR}`);
  if (answered.statusCode === 404)
    return refused(`record: expected the id of a connection to real equipment, got "${connection}"`);
  if (answered.statusCode !== 200) return refused(`record: ${await text(answered)}`);
  return { lines: [], further: linesOf(answered), exitCode: 0 };
};
