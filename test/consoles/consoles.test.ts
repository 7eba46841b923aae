// Two consoles on one PostgreSQL with TLS, and two services, each on its own machine: if any of them is killed, sessions
// survive, services reconnect within seconds, and no change is lost.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startRemote, type Remote } from '../../features/support/remote.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import { certificateAuthority, type CertificateAuthority } from '../application/console/authority.js';
import { missingPostgres, startPostgres, type Postgres } from '../adapters/storage/postgres.js';
import { machineNetwork, type MachineNetwork } from './network.js';
import type { ConsolesAgent, AgentReply } from './agent.js';
import { startProgram, type RunningProgram } from './program.js';

const isEnabled = process.env['CONSOLES'] === '1' && missingPostgres() === undefined;
const names = ['postgres', 'a', 'b', 'one', 'two', 'operator'] as const;
type ConsoleName = 'a' | 'b';
type ServiceName = 'one' | 'two';

/** Services must reconnect within 5 s after a console has ended. */
const reconnectTimeout = { timeout: 5_000, interval: 50 };
const longTimeout = { timeout: 30_000, interval: 100 };
const password = 'the operators own secret';
const studios: Readonly<Record<ServiceName, string>> = { one: 'studio-1', two: 'studio-2' };

describe.skipIf(!isEnabled)('two consoles, two services, one database', { timeout: 120_000 }, () => {
  let folder: string;
  let network: MachineNetwork<(typeof names)[number]>;
  let issuer: CertificateAuthority;
  let postgres: Postgres;
  let databaseUrl: string;
  let operator: Remote<ConsolesAgent>;
  let cookie = '';
  const consoles = new Map<ConsoleName, RunningProgram>();
  const services = new Map<ServiceName, RunningProgram>();

  const urlOf = (name: ConsoleName): string => `https://${network.machines[name].address}:3010`;

  const startConsole = async (name: ConsoleName): Promise<void> => {
    const { address } = network.machines[name];
    const { cert, key } = issuer.issue(name, `IP:${address}`);
    const settings = {
      CONSOLE_HOST: address,
      CONSOLE_PORT: '3010',
      CONSOLE_TLS_CERT: cert,
      CONSOLE_TLS_KEY: key,
      DATABASE_URL: databaseUrl,
      DATABASE_CA: issuer.ca,
      CONSOLE_ADMIN_PASSWORD: password,
      DATA_DIR: join(folder, name),
    };
    consoles.set(name, await startProgram(network.machines[name], 'console', settings));
  };

  const startService = async (
    name: ServiceName,
    key: string,
    trust: Record<string, string>,
  ): Promise<RunningProgram> => {
    const file = join(folder, `${name}.json`);
    writeFileSync(file, JSON.stringify({ ...demoStudio, panels: [], id: studios[name] }));
    const settings = {
      PORT: '3002',
      DATA_DIR: join(folder, name),
      STUDIO_FILE: file,
      DEVICES: 'simulated',
      CONSOLE_URL: `${urlOf('a')},${urlOf('b')}`,
      STUDIO_KEY: key,
      ...trust,
    };
    return startProgram(network.machines[name], 'service', settings);
  };

  const call = (name: ConsoleName, method: string, path: string, body?: unknown): Promise<AgentReply> =>
    operator.functions.call({ method, url: urlOf(name) + path, headers: { cookie }, body });

  let devices = 0;
  /** Adds a device at a console; returns its token once the console has stored it. */
  const addDevice = async (at: ConsoleName, service: ServiceName): Promise<string> => {
    devices += 1;
    const path = `/api/studios/${studios[service]}/devices`;
    const added = await call(at, 'POST', path, { name: `Panel ${String(devices)}`, access: 'read_only' });
    expect(added.status, JSON.stringify(added.body)).toBe(201);
    return (added.body as { token: string }).token;
  };
  const isKnown = async (service: ServiceName, token: string): Promise<boolean> => {
    const url = `http://${network.machines[service].address}:3002/api/v2/signals`;
    const headers = { authorization: `Bearer ${token}` };
    return (await operator.functions.call({ method: 'GET', url, headers })).status === 200;
  };
  const takesEffect = async (service: ServiceName, token: string, within: typeof longTimeout): Promise<void> => {
    await vi.waitFor(async () => {
      expect(await isKnown(service, token)).toBe(true);
    }, within);
  };
  /** Returns the studios with their sync status, as one console shows them. */
  const studioOverviews = async (at: ConsoleName) =>
    ((await call(at, 'GET', '/api/studios')).body as { studios: Record<string, unknown>[] }).studios;

  const allInSync = (at: ConsoleName): Promise<void> =>
    vi.waitFor(async () => {
      const studios = await studioOverviews(at);
      expect(studios.length).toBeGreaterThan(0);
      for (const { connected, desiredVersion, appliedVersion } of studios)
        expect([connected, appliedVersion]).toEqual([true, desiredVersion]);
    }, longTimeout);

  const keys = new Map<ServiceName, string>();

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'consoles-'));
    chmodSync(folder, 0o755);
    network = machineNetwork(names);
    issuer = certificateAuthority(folder);
    const { inside, address } = network.machines.postgres;
    const certificate = issuer.issue('postgres', `IP:${address}`);
    postgres = await startPostgres({ place: { inside, address, port: 5432 }, certificate });
    databaseUrl = await postgres.database();
    const agent = join(import.meta.dirname, 'agent.ts');
    const trusting = ['env', `NODE_EXTRA_CA_CERTS=${issuer.ca}`];
    operator = startRemote([
      ...network.machines.operator.inside,
      ...trusting,
      process.execPath,
      '--import',
      'tsx',
      agent,
    ]);
    // Both at the same time, on an empty database.
    await Promise.all([startConsole('a'), startConsole('b')]);
    const begun = await call('a', 'POST', '/api/session', { username: 'admin', password });
    expect(begun, JSON.stringify(begun.body)).toMatchObject({ status: 200 });
    cookie = (begun.headers['set-cookie'] ?? '').split(';', 1)[0] ?? '';
    for (const name of ['one', 'two'] as const) {
      const entered = await call('a', 'POST', '/api/studios', { id: studios[name], name });
      keys.set(name, (entered.body as { key: string }).key);
    }
  }, 120_000);

  afterAll(async () => {
    await operator.end();
    for (const running of [...services.values(), ...consoles.values()]) await running.kill();
    await postgres.remove();
    network.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  it('a service rejects a console with an untrusted certificate', async () => {
    const untrusting = await startService('one', keys.get('one') ?? '', {});
    await vi.waitFor(() => {
      expect(untrusting.output()).toMatch(/unable to verify the first certificate.*not connected to the console/);
    }, longTimeout);
    expect(untrusting.output()).not.toContain(keys.get('one'));
    await untrusting.kill();
  });

  it('a change at either console reaches every service, and both consoles show it', async () => {
    for (const name of ['one', 'two'] as const)
      services.set(name, await startService(name, keys.get(name) ?? '', { CONSOLE_CA: issuer.ca }));
    for (const at of ['a', 'b'] as const)
      for (const service of ['one', 'two'] as const)
        await takesEffect(service, await addDevice(at, service), longTimeout);
    for (const at of ['a', 'b'] as const) await allInSync(at);
  });

  it.each([
    ['a', 'b'],
    ['b', 'a'],
  ] as const)(
    'when console %s is killed, sessions survive at %s, and services reconnect to it',
    async (killed, running) => {
      await consoles.get(killed)?.kill();
      expect((await call(running, 'GET', '/api/session')).status).toBe(200);
      for (const service of ['one', 'two'] as const)
        await takesEffect(service, await addDevice(running, service), reconnectTimeout);
      await allInSync(running);
      await startConsole(killed);
      for (const service of ['one', 'two'] as const)
        await takesEffect(service, await addDevice(killed, service), longTimeout);
      await allInSync(killed);
    },
  );

  it('when PostgreSQL is killed and restarted, the consoles respond 503 meanwhile and recover, and services continue', async () => {
    const token = await addDevice('a', 'one');
    await postgres.kill();
    for (const at of ['a', 'b'] as const)
      expect(await call(at, 'GET', '/api/studios')).toMatchObject({ status: 503, body: { error: 'unavailable' } });
    await postgres.start();
    await vi.waitFor(async () => {
      for (const at of ['a', 'b'] as const) expect((await call(at, 'GET', '/api/session')).status).toBe(200);
    }, reconnectTimeout);
    for (const at of ['a', 'b'] as const)
      for (const service of ['one', 'two'] as const)
        await takesEffect(service, await addDevice(at, service), reconnectTimeout);
    expect(await isKnown('one', token)).toBe(true);
    for (const at of ['a', 'b'] as const) await allInSync(at);
  });

  it('no acknowledged change is lost while both consoles and the database are killed in turn', async () => {
    const accepted: [ServiceName, string][] = [];
    let isRunning = true;
    const work = async (): Promise<void> => {
      for (let turn = 0; isRunning; turn += 1) {
        const [at, service] = [turn % 2 === 0 ? 'a' : 'b', turn % 4 < 2 ? 'one' : 'two'] as const;
        const path = `/api/studios/${studios[service]}/devices`;
        const answer = await call(at, 'POST', path, { name: `Load ${String(turn)}`, access: 'read_only' });
        if (answer.status === 201) accepted.push([service, (answer.body as { token: string }).token]);
      }
    };
    const moreAccepted = async (): Promise<void> => {
      const before = accepted.length;
      await vi.waitFor(() => {
        expect(accepted.length).toBeGreaterThan(before + 10);
      }, longTimeout);
    };
    const load = work();
    await moreAccepted();
    await consoles.get('a')?.kill();
    await moreAccepted();
    await startConsole('a');
    await postgres.kill();
    await postgres.start();
    await moreAccepted();
    await consoles.get('b')?.kill();
    await moreAccepted();
    await startConsole('b');
    await moreAccepted();
    isRunning = false;
    await load;
    for (const at of ['a', 'b'] as const) await allInSync(at);
    const lost = [];
    for (const [service, token] of accepted) if (!(await isKnown(service, token))) lost.push(token);
    expect([accepted.length > 50, lost]).toEqual([true, []]);
  });
});
