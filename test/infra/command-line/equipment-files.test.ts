// The commands that make files about the equipment, asked of a service on real connections.
import 'reflect-metadata';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { EquipmentReport } from '../../../application/connections/equipment-report.js';
import { recordWire, writeEquipmentReport } from '../../../infra/command-line/equipment-files.js';
import { type Part, startConnected } from '../../../infra/command-line/parts.js';
import { readSettings, type Settings } from '../../../infra/settings/settings.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { rightOf } from '../../domain/fixtures.js';
import { eventually } from '../../support/eventually.js';
import { listenOnLoopback } from '../../support/loopback.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const password = 'correct horse';
const serverId = 'a server id that opens the legacy routes';
const studioId = 'a studio id that does so too';

let folder: string;
let settings: Settings;
let sockets: Socket[];
let part: Part;
let stopDevice: () => void;

/** A relay that returns each line that it is sent after what it means. */
const relay = (socket: Socket): void => {
  sockets.push(socket.on('error', () => undefined));
  socket.on('data', (chunk: Buffer) => {
    for (const line of chunk.toString().trimEnd().split('\n')) socket.write(`OK ${line}\n`);
  });
};

const send = (path: string) => {
  const [url = ''] = part.lines.flatMap((line) => /http:\/\/\S+/.exec(line) ?? []);
  return fetch(`${url}/signals/red-light${path}`);
};

const isConnected = async (): Promise<boolean> => (await (await send('')).text()).includes('"connected":true');

beforeEach(async () => {
  folder = temporaryFolder();
  sockets = [];
  const server = createServer(relay);
  const port = await listenOnLoopback(server);
  stopDevice = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  const [STUDIO_FILE, passwordFile] = [join(folder, 'studio.json'), join(folder, 'password')];
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  const line = { connection: 'relays', on: 'ON', off: 'OFF', state: { on: 'OK ON', off: 'OK OFF' } };
  const signals = demoStudio.signals.slice(0, 1).map((signal) => ({ ...signal, line }));
  const connection = { protocol: 'tcp', host: '127.0.0.1', port, delimiter: '\n', opening: ['LOGIN {password}'] };
  const connections = [{ id: 'relays', ...connection, passwordFile }];
  const studio = {
    ...demoStudio,
    serverId,
    id: studioId,
    connections,
    panels: [],
    signals,
    macros: [],
    automations: [],
  };
  writeFileSync(STUDIO_FILE, JSON.stringify(studio));
  const given = { PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder, STUDIO_FILE, LOG_FILE: join(folder, 'log') };
  ({ settings } = rightOf(readSettings([], given)));
  part = await startConnected(settings);
  await eventually('it is connected', isConnected);
});

afterEach(async () => {
  await part.stop();
  stopDevice();
});

const reportTo = async (file: string): Promise<{ readonly text: string; readonly report: EquipmentReport }> => {
  const { exitCode } = await writeEquipmentReport(settings, file);
  expect(exitCode).toBe(0);
  const text = readFileSync(file, 'utf8');
  return { text, report: JSON.parse(text) as EquipmentReport };
};

it('@EDITING-27: doctor reports the connections with their losses and messages, the commands and the studio file, and no secret', async () => {
  expect((await send('/on')).status).toBe(200);
  for (const socket of sockets) socket.destroy();
  await eventually('the loss is noted', async () => {
    const { report } = await reportTo(join(folder, `report-${String(Math.random())}`));
    return report.service?.connections[0]?.history.length === 1;
  });
  await eventually('it is connected again', isConnected);
  const { text, report } = await reportTo(join(folder, 'report.json'));
  const [connection] = report.service?.connections ?? [];
  expect(connection).toMatchObject({ id: 'relays', protocol: 'tcp', connected: true });
  expect(connection?.history[0]?.reason).toContain('the device closed the connection');
  const messages = connection?.wire.flatMap((message) => ('text' in message ? [message.text] : []));
  expect(messages).toContain('LOGIN *************\n');
  expect(messages).toContain('ON\n');
  expect(report.asRun).toMatchObject([{ operation: 'signal.on', parameters: { signal: 'sig-1' } }]);
  expect(report.studioFile).toMatchObject({ serverId: '(kept on the host)', connections: [{ id: 'relays' }] });
  for (const secret of [password, serverId, studioId]) expect(text).not.toContain(secret);
});

it('doctor replaces no file, and reports what is on disk when no service runs', async () => {
  const file = join(folder, 'report.json');
  await reportTo(file);
  const again = await writeEquipmentReport(settings, file);
  expect(again).toEqual({ lines: [`doctor: ${file} exists: expected a new file`], exitCode: 1 });
  await part.stop();
  const { report } = await reportTo(join(folder, 'stopped.json'));
  expect(report).toMatchObject({ service: null, studioFile: { name: demoStudio.name } });
});

it('record prints what is attached, and then each command, message and state until the service ends', async () => {
  const { further } = await recordWire(settings, 'relays');
  const entries: object[] = [];
  const ended = (async () => {
    for await (const line of further ?? []) entries.push(JSON.parse(line) as object);
  })();
  await eventually('it has begun', () => entries.length > 0);
  await send('/on');
  await eventually('the state is recorded', () => entries.length >= 5);
  await part.stop();
  await ended;
  expect(entries.slice(0, 5)).toMatchObject([
    { studio: { connections: [{ protocol: 'tcp' }], signals: [{ id: 'sig-1', line: { on: 'ON' } }] } },
    { shows: { id: 'sig-1', connected: true } },
    { command: { do: 'switch', signal: 'sig-1', on: true } },
    { direction: 'sent', text: 'ON\n' },
    { direction: 'received', text: 'OK ON\n' },
  ]);
  for (const secret of [password, serverId, studioId]) expect(JSON.stringify(entries)).not.toContain(secret);
});

it('record names what is wrong: no such connection, or no service', async () => {
  const unknown = await recordWire(settings, 'mixer');
  expect(unknown.lines).toEqual(['record: expected the id of a connection to real equipment, got "mixer"']);
  await part.stop();
  const stopped = await recordWire(settings, 'relays');
  expect(stopped.lines).toEqual([`record: no service runs with DATA_DIR ${folder}`]);
});

it('only the user of the service may ask it', () => {
  expect(statSync(join(folder, 'service', 'local.sock')).mode & 0o777).toBe(0o600);
});
