// The production image with equipment of every protocol: the program `simulator` in another container.
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { StartedTestContainer } from 'testcontainers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ContainerHostAgent } from '../../features/support/containers/host-agent.js';
import {
  ContainerMachine,
  removeContainer,
  startAgent,
  type RemoteAgent,
} from '../../features/support/containers/machine.js';
import { printed } from '../../features/support/containers/printed-line.js';
import { makeNetworks, type Networks } from '../../features/support/containers/networks.js';
import { equippedStudio } from '../support/equipped-studio.js';
import { steeringClient } from '../../simulator/client/steering-client.js';
import { logLimit } from '../../simulator/command-log.js';
import { eventually } from '../support/eventually.js';
import { deviceCalls, wholeStudioCalls, type ControlCall } from './control-calls.js';

interface Operation {
  readonly operationId: string;
}

interface OpenApi {
  readonly paths: Readonly<Record<string, { readonly get: Operation; readonly post?: Operation }>>;
}

const document = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../../docs/api/openapi.json'), 'utf8'),
) as OpenApi;

/** The paths of the control operations by their names, without the plain twins. */
const controlPaths: ReadonlyMap<string, string> = new Map(
  Object.entries(document.paths).flatMap(([path, { get, post }]) =>
    post === undefined || path.startsWith('/api/v2/plain/') ? [] : [[get.operationId, path] as const],
  ),
);

const firstPort = 20_000;
const studioAt = (host: string) => equippedStudio((index) => ({ host, port: firstPort + index }));
const studio = studioAt('elsewhere');

let folder: string;
let networks: Networks;
let host: RemoteAgent<ContainerHostAgent>;
let simulator: StartedTestContainer;
let simulatorAddress: string;
let service: StartedTestContainer;

/** Writes the studio file of equipment at an address. Returns the mount for it. */
const studioMount = async (address: string): Promise<{ source: string; target: string; mode: 'ro' }> => {
  const source = join(folder, `studio-${address}.json`);
  await writeFile(source, JSON.stringify(studioAt(address)), { mode: 0o644 });
  return { source, target: '/studio.json', mode: 'ro' };
};

const settings = { STUDIO_FILE: '/studio.json', LOG_LEVEL: 'error' };

const startSimulator = async (): Promise<StartedTestContainer> =>
  new ContainerMachine('studio-control-development:latest')
    .locked()
    .withNetworkMode(networks.lan.name)
    .withBindMounts([await studioMount('elsewhere')])
    .withEnvironment({ ...settings, SIMULATOR_HOST: '0.0.0.0' })
    .withCommand(['simulator'])
    .withWaitStrategy(printed(/^simulator +http/m))
    .start();

const startService = async (): Promise<StartedTestContainer> =>
  new ContainerMachine('studio-control-service:latest')
    .locked()
    .withNetworkMode(`container:${host.container.getId()}`)
    .withBindMounts([await studioMount(simulatorAddress)])
    .withEnvironment(settings)
    .withWaitStrategy(printed(/^service +http/m))
    .start();

const send = async (method: string, path: string) =>
  host.functions.send({ host: '127.0.0.1', port: 3002, method, path, headers: {} });

const steer = steeringClient(({ method, path }) =>
  host.functions.send({
    host: simulatorAddress,
    port: 3020,
    method,
    path,
    headers: { Host: `${simulatorAddress}:3020` },
  }),
);

/** Returns how many commands have reached the equipment of a device. */
const commandsOf = async (device: string): Promise<number> =>
  (await steer.commands({ device, limit: logLimit })).commands.length;

const pathOf = ({ operation, path = {}, query }: ControlCall): string => {
  const filled = Object.entries(path).reduce(
    (all, [name, value]) => all.replace(`{${name}}`, value),
    controlPaths.get(operation) ?? '',
  );
  return query === undefined ? filled : `${filled}?${query}`;
};

/** How a call is made, and what it answers if it succeeds. */
interface Form {
  readonly method: string;
  readonly prefix: string;
  readonly success: unknown;
}

const forms: readonly Form[] = [
  { method: 'POST', prefix: '/api/v2', success: expect.stringContaining('{"ok":true,') },
  { method: 'GET', prefix: '/api/v2/plain', success: 'OK' },
];

/** Makes a call, and waits until its device's equipment has received a command. */
const callAndSee = async (call: ControlCall, { method, prefix, success }: Form): Promise<void> => {
  const path = pathOf(call).replace('/api/v2', prefix);
  const { device } = call;
  const before = device === undefined ? 0 : await commandsOf(device);
  const { status, body } = await send(method, path);
  expect([path, status, body]).toEqual([path, 200, success]);
  if (device === undefined) return;
  await eventually(`a command for ${device} after ${path}`, async () => (await commandsOf(device)) > before);
};

const callInTurn = async (calls: readonly ControlCall[], form: Form): Promise<void> => {
  for (const call of calls) await callAndSee(call, form);
};

const isConnected = async (): Promise<boolean> => {
  const lists = await Promise.all(['signals', 'cameras', 'outputs'].map((kind) => send('GET', `/api/v2/${kind}`)));
  return lists.every(({ body }) => !body.includes('"connected":false'));
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'equipment-'));
  networks = await makeNetworks();
  [host, simulator] = await Promise.all([
    startAgent<ContainerHostAgent>('host', networks.lan, folder),
    startSimulator(),
  ]);
  simulatorAddress = simulator.getIpAddress(networks.lan.name);
  service = await startService();
  await eventually('every device to be connected', isConnected);
});

afterAll(async () => {
  await removeContainer(service);
  await Promise.all([removeContainer(simulator), host.end()]);
  await networks.remove();
  await rm(folder, { recursive: true });
});

describe('every control route of the production image acts on equipment in another container', () => {
  it('has a call here', () => {
    const called = [...deviceCalls(studio), wholeStudioCalls(studio)].flat().map(({ operation }) => operation);
    expect([...new Set(called)].toSorted()).toEqual([...controlPaths.keys()].toSorted());
  });

  it.each(forms)('as $method $prefix', async (form) => {
    await Promise.all(deviceCalls(studio).map((calls) => callInTurn(calls, form)));
    await callInTurn(wholeStudioCalls(studio), form);
  });
});
