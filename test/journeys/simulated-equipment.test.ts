// The program `simulator` as the equipment of a studio file, beside the program `service`.
import { writeFileSync } from 'node:fs';
import { createSocket } from 'node:dgram';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startPart, type StartedProcess } from '../../features/support/command-line.js';
import { equippedStudio, type EquipmentAddress, type EquippedStudio } from '../support/equipped-studio.js';
import { steeringClient } from '../../simulator/client/steering-client.js';
import { logLimit } from '../../simulator/command-log.js';
import { eventually } from '../support/eventually.js';
import { freePort, isListening, listenOnLoopback } from '../support/loopback.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const host = '127.0.0.1';

let folder: string;
let file: string;
let running: StartedProcess[];

beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder, 'studio.json');
  running = [];
});

afterEach(async () => {
  for (const started of running) await started.clear();
});

/** More addresses than any studio here needs. */
const manyPorts = 40;

/** How long a connection that isn't answered is kept, in milliseconds. */
const closeWithinMs = 500;

/** Writes a studio whose equipment has free ports of this machine, and returns it. */
const writeStudio = async (change: (studio: EquippedStudio) => object = (studio) => studio) => {
  const ports = new Set<number>();
  while (ports.size < manyPorts) ports.add(await freePort());
  const addressOf: EquipmentAddress = (index) => ({ host, port: [...ports][index] ?? 0 });
  const studio = equippedStudio(addressOf);
  writeFileSync(file, JSON.stringify(change(studio)));
  return studio;
};

const start = async (part: string, ...flags: readonly string[]): Promise<StartedProcess> => {
  const started = await startPart(part, ['--studio-file', file, '--simulator-osc-port', '0', ...flags], {});
  running.push(started);
  return started;
};

/** Waits for the URL of a part, and returns it. */
const urlOf = async ({ output }: StartedProcess): Promise<string> => {
  const printed = () => /^\S+ +(http\S+)/m.exec(output()[0])?.[1];
  await eventually('the part listens', () => printed() !== undefined || output()[1] !== '');
  return printed() ?? expect.fail(output()[1]);
};

/** Waits until a part has printed a text. */
const prints = async ({ output }: StartedProcess, text: string): Promise<void> => {
  await eventually(`the output contains ${text}`, () => output()[0].includes(text) || output()[1] !== '');
  expect(output()).toEqual([expect.stringContaining(text), '']);
};

const plain = async (url: string, path: string): Promise<string> => (await fetch(`${url}/plain${path}`)).text();

/** The devices that received commands. */
const commandedDevices = async (simulator: string): Promise<ReadonlySet<string>> => {
  const client = steeringClient(async ({ method, path }) => {
    const response = await fetch(simulator + path, { method });
    return { status: response.status, body: await response.text() };
  });
  const { commands } = await client.commands({ limit: logLimit });
  return new Set(commands.map(({ device }) => device));
};

/** The last line that a program which could not start has printed, once it has ended. */
const errorOf = async (started: StartedProcess): Promise<string> => {
  expect(await started.ended).toBe(1);
  return started.output()[1];
};

/** A value in the answer of a plain route. */
const shows = async (url: string, path: string, expected: string) => {
  await eventually(`${path} is ${expected}`, async () => (await plain(url, path)) === expected);
};

/** Sends a text, and waits until the connection is closed. Equipment that takes datagrams refuses it. */
const sendOverTcp = (text: string, port: number): Promise<void> =>
  new Promise((closed) => {
    const socket = connect(port, host).on('error', () => undefined);
    socket.once('close', () => {
      closed();
    });
    socket.setTimeout(closeWithinMs, () => socket.destroy());
    socket.end(Buffer.from(text, 'latin1'));
  });

describe('@START-17: the program simulator', () => {
  it('is the equipment of every connection for a service in another process', { timeout: 90_000 }, async () => {
    const { signals, cameras, outputs, connections } = await writeStudio();
    const started = await start('simulator');
    const simulator = await urlOf(started);
    for (const { id, protocol, port } of connections)
      await prints(started, `${id} (${protocol}) on ${host} port ${String(port)} serves `);
    const service = await urlOf(await start('service', '--host', host));
    const backups = outputs.flatMap(({ id, backup }) => (backup === undefined ? [] : [{ id: `${id}-backup` }]));
    const everyDevice = [...signals, ...cameras, ...outputs, ...backups].map(({ id }) => id);
    await eventually('every device is connected', async () => {
      const lists = ['signals', 'cameras', 'outputs'].map(async (kind) => (await fetch(`${service}/${kind}`)).text());
      return (await Promise.all(lists)).every((list) => !list.includes('"connected":false'));
    });

    for (const { identifier } of signals) {
      expect([identifier, await plain(service, `/signals/${identifier}/on`)]).toEqual([identifier, 'OK']);
      await shows(service, `/signals/${identifier}`, '1');
    }
    for (const { id } of cameras)
      expect([id, await plain(service, `/cameras/${id}/angles/wide/recall`)]).toEqual([id, 'OK']);
    for (const { slot, scenes } of outputs) {
      const played = await plain(service, `/outputs/${slot}/clips/opener/play?scene=${scenes[0] ?? ''}`);
      expect([slot, played]).toEqual([slot, 'OK']);
    }
    expect([...(await commandedDevices(simulator))].toSorted()).toEqual(everyDevice.toSorted());
  });

  it('stands nonsense on every port', { timeout: 90_000 }, async () => {
    const { connections } = await writeStudio();
    const simulator = await urlOf(await start('simulator'));
    const nonsense = ['GET // HTTP/1.1\r\nHost: x\r\n\r\n', '\r\n\r\n{"', '\0\u00ff\u0001'.repeat(500), '/x\0\0,i\0\0'];
    const datagrams = createSocket('udp4');
    const sent = connections.flatMap(({ port }) =>
      nonsense.map((text) => {
        datagrams.send(text, port, host);
        return sendOverTcp(text, port);
      }),
    );
    await Promise.all(sent);
    datagrams.close();
    expect((await fetch(`${simulator}/api/v1/devices`)).status).toBe(200);
  });

  it('reports a port that is taken in one line', async () => {
    const taken = createServer();
    const port = await listenOnLoopback(taken);
    await writeStudio(({ connections: [first, ...others], ...studio }) => ({
      ...studio,
      connections: [{ ...first, port }, ...others],
    }));
    expect(await errorOf(await start('simulator'))).toBe(
      `studio-control: STUDIO_FILE: ${host} port ${String(port)} is taken by another program\n`,
    );
    taken.close();
  });

  it("reports connections that can't all be simulated at one address", async () => {
    const { connections } = await writeStudio(({ connections: [first, second, ...others], ...studio }) => ({
      ...studio,
      connections: [
        { ...first, host: '192.168.1.60' },
        { ...second, host: 'relays.example', port: first?.port },
        ...others,
      ],
    }));
    const [first, second] = connections.map(({ id, port }) => ({ id, port }));
    expect(await errorOf(await start('simulator'))).toBe(
      `studio-control: STUDIO_FILE: the connection ${first?.id ?? ''} and the connection ${second?.id ?? ''} can't all be simulated ` +
        `at ${host} port ${String(first?.port)}; expected addresses of this machine, such as 127.0.0.1 and ` +
        '127.0.0.2, or different ports\n',
    );
  });

  it('lists the connections that need TLS as not simulated', async () => {
    await writeStudio(({ connections, ...studio }) => ({
      ...studio,
      connections: connections.map((one) => (one.id === 'http-relay' ? { ...one, tls: true } : one)),
    }));
    const started = await start('simulator');
    await prints(started, 'http-relay (http) is not simulated: the simulator has no TLS');
    expect(started.output()[0]).not.toContain('http-relay (http) on');
  });
});

const startAll = async (): Promise<StartedProcess> => {
  const started = await start('all', '--host', host);
  await prints(started, 'simulator  http');
  return started;
};

/** CasparCG servers run only in the part simulator. */
const followsConnections = ({ protocol }: { readonly protocol: string }): boolean => protocol !== 'casparcg';

describe('@START-19: the program that runs all parts', () => {
  it('listens as the equipment of every connection', { timeout: 90_000 }, async () => {
    const { connections } = await writeStudio();
    const started = await startAll();
    for (const { id, protocol, port } of connections.filter(followsConnections))
      await prints(started, `${id} (${protocol}) on ${host} port ${String(port)} serves `);
    await prints(
      started,
      'casparcg-out-1-main (casparcg) is not simulated: only the part simulator has CasparCG servers',
    );
  });

  it('goes on without equipment that can not listen', { timeout: 90_000 }, async () => {
    const { connections } = await writeStudio();
    await startAll();
    const second = await startAll();
    for (const { id, protocol, port } of connections.filter(followsConnections))
      await prints(
        second,
        `${id} (${protocol}) is not simulated: ${host} port ${String(port)} is taken by another program`,
      );
    expect(await plain(await urlOf(second), '/signals/modbus-lamp/on')).toBe('OK');
  });

  it('names the equipment that shares a port', { timeout: 90_000 }, async () => {
    const { connections } = await writeStudio(({ connections: [first, second, ...others], ...studio }) => ({
      ...studio,
      connections: [{ ...first, host: '192.168.1.60' }, { ...second, port: first?.port }, ...others],
    }));
    const [first, second] = connections;
    const started = await startAll();
    await prints(
      started,
      `${second?.id ?? ''} (${second?.protocol ?? ''}) is not simulated: ${host} port ${String(first?.port)} is taken by ` +
        `the connection ${first?.id ?? ''}`,
    );
  });

  it('follows the studio file', { timeout: 90_000 }, async () => {
    const { connections, ...studio } = await writeStudio();
    const tcp = connections.filter(({ protocol }) => ['modbus', 'emberplus'].includes(protocol));
    const ports = tcp.map(({ port }) => port);
    await startAll();
    expect(await Promise.all(ports.map(isListening))).toEqual([true, true]);
    const moved = await freePort();
    const [first] = ports;
    const other = connections.map((one) => (one.port === first ? { ...one, port: moved } : one));
    writeFileSync(file, JSON.stringify({ ...studio, connections: other }));
    await eventually(
      'the equipment has moved',
      async () => (await isListening(moved)) && !(await isListening(first ?? 0)),
    );
    expect(await isListening(ports[1] ?? 0)).toBe(true);
  });
});
