// Two consoles on one PostgreSQL, over TLS, with two services, each on a machine of its own: whichever of them dies, the
// sign-ins survive, the studios are back within seconds, and no change is lost.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startRemote, type Remote } from '../../features/support/remote.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import { authority, type Authority } from '../console/authority.js';
import { missingPostgres, startPostgres, type Postgres } from '../storage/postgres.js';
import { makeNetwork, type Network } from './network.js';
import type { ConsolesAgent, OutpostAnswer } from './agent.js';
import { startProgram, type Running } from './program.js';

const wanted = process.env['CONSOLES'] === '1' && missingPostgres() === undefined;
const names = ['postgres', 'a', 'b', 'one', 'two', 'operator'] as const;
type ConsoleName = 'a' | 'b';
type ServiceName = 'one' | 'two';

/** The studios must be back within 5 s of a console's end. */
const backWithin = { timeout: 5_000, interval: 50 };
const patiently = { timeout: 30_000, interval: 100 };
const password = 'the operators own secret';
const studios: Readonly<Record<ServiceName, string>> = { one: 'studio-1', two: 'studio-2' };

describe.skipIf(!wanted)('two consoles, two services, one database', { timeout: 120_000 }, () => {
  let folder: string;
  let network: Network<(typeof names)[number]>;
  let vouching: Authority;
  let postgres: Postgres;
  let databaseUrl: string;
  let operator: Remote<ConsolesAgent>;
  let cookie = '';
  const consoles = new Map<ConsoleName, Running>();
  const services = new Map<ServiceName, Running>();

  const urlOf = (name: ConsoleName): string => `https://${network.machines[name].address}:3010`;

  const startConsole = async (name: ConsoleName): Promise<void> => {
    const { address } = network.machines[name];
    const { cert, key } = vouching.certify(name, `IP:${address}`);
    const settings = {
      ...{ CONSOLE_HOST: address, CONSOLE_PORT: '3010', CONSOLE_TLS_CERT: cert, CONSOLE_TLS_KEY: key },
      ...{ DATABASE_URL: databaseUrl, CONSOLE_ADMIN_PASSWORD: password, DATA_DIR: join(folder, name) },
    };
    consoles.set(name, await startProgram(network.machines[name], 'console', settings));
  };

  const startService = async (name: ServiceName, key: string, trust: Record<string, string>): Promise<Running> => {
    const file = join(folder, `${name}.json`);
    writeFileSync(file, JSON.stringify({ ...demoStudio, id: studios[name] }));
    const settings = {
      ...{ PORT: '3002', DATA_DIR: join(folder, name), STUDIO_FILE: file, DEVICES: 'simulated' },
      ...{ CONSOLE_URL: `${urlOf('a')},${urlOf('b')}`, STUDIO_KEY: key, ...trust },
    };
    return startProgram(network.machines[name], 'service', settings);
  };

  const ask = (name: ConsoleName, method: string, path: string, body?: unknown): Promise<OutpostAnswer> =>
    operator.functions.call({ method, url: urlOf(name) + path, headers: { cookie }, body });

  let devices = 0;
  /** Adds a device at a console; gives its token once the console has answered that it is kept. */
  const addDevice = async (at: ConsoleName, service: ServiceName): Promise<string> => {
    devices += 1;
    const path = `/api/studios/${studios[service]}/devices`;
    const added = await ask(at, 'POST', path, { name: `Panel ${String(devices)}`, access: 'read_only' });
    expect(added.status, JSON.stringify(added.body)).toBe(201);
    return (added.body as { token: string }).token;
  };
  const isKnown = async (service: ServiceName, token: string): Promise<boolean> => {
    const url = `http://${network.machines[service].address}:3002/api/v2/signals`;
    const headers = { authorization: `Bearer ${token}` };
    return (await operator.functions.call({ method: 'GET', url, headers })).status === 200;
  };
  const takesEffect = async (service: ServiceName, token: string, within: typeof patiently): Promise<void> => {
    await vi.waitFor(async () => {
      expect(await isKnown(service, token)).toBe(true);
    }, within);
  };
  /** What an operator sees of the studios, at one console. */
  const standing = async (at: ConsoleName) =>
    ((await ask(at, 'GET', '/api/studios')).body as { studios: Record<string, unknown>[] }).studios;

  const everythingInStep = (at: ConsoleName): Promise<void> =>
    vi.waitFor(async () => {
      const studios = await standing(at);
      expect(studios.length).toBeGreaterThan(0);
      for (const { connected, desiredVersion, appliedVersion } of studios)
        expect([connected, appliedVersion]).toEqual([true, desiredVersion]);
    }, patiently);

  const keys = new Map<ServiceName, string>();

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'consoles-'));
    chmodSync(folder, 0o755);
    network = makeNetwork(names);
    vouching = authority(folder);
    const { inside, address } = network.machines.postgres;
    const certificate = vouching.certify('postgres', `IP:${address}`);
    postgres = await startPostgres({ place: { inside, address, port: 5432 }, certificate });
    databaseUrl = `${await postgres.database()}?sslmode=verify-full&sslrootcert=${vouching.ca}`;
    const agent = join(import.meta.dirname, 'agent.ts');
    const trusting = ['env', `NODE_EXTRA_CA_CERTS=${vouching.ca}`];
    operator = startRemote([
      ...network.machines.operator.inside,
      ...trusting,
      process.execPath,
      '--import',
      'tsx',
      agent,
    ]);
    // Both at once, on a database that is empty.
    await Promise.all([startConsole('a'), startConsole('b')]);
    const begun = await ask('a', 'POST', '/api/session', { username: 'admin', password });
    expect(begun, JSON.stringify(begun.body)).toMatchObject({ status: 200 });
    cookie = (begun.headers['set-cookie'] ?? '').split(';', 1)[0] ?? '';
    for (const name of ['one', 'two'] as const) {
      const entered = await ask('a', 'POST', '/api/studios', { id: studios[name], name });
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

  it('a service takes no console at its word whose certificate nobody vouches for', async () => {
    const distrustful = await startService('one', keys.get('one') ?? '', {});
    await vi.waitFor(() => {
      expect(distrustful.said()).toMatch(/unable to verify the first certificate.*not connected to the console/);
    }, patiently);
    expect(distrustful.said()).not.toContain(keys.get('one'));
    await distrustful.kill();
  });

  it('a change made at either console reaches every service, and both consoles tell so', async () => {
    for (const name of ['one', 'two'] as const)
      services.set(name, await startService(name, keys.get(name) ?? '', { CONSOLE_CA: vouching.ca }));
    for (const at of ['a', 'b'] as const)
      for (const service of ['one', 'two'] as const)
        await takesEffect(service, await addDevice(at, service), patiently);
    for (const at of ['a', 'b'] as const) await everythingInStep(at);
  });

  it.each([
    ['a', 'b'],
    ['b', 'a'],
  ] as const)('console %s is killed: sign-ins survive at %s, and the studios are back there', async (dead, alive) => {
    await consoles.get(dead)?.kill();
    expect((await ask(alive, 'GET', '/api/session')).status).toBe(200);
    for (const service of ['one', 'two'] as const)
      await takesEffect(service, await addDevice(alive, service), backWithin);
    await everythingInStep(alive);
    await startConsole(dead);
    for (const service of ['one', 'two'] as const)
      await takesEffect(service, await addDevice(dead, service), patiently);
    await everythingInStep(dead);
  });

  it('PostgreSQL is killed and starts again: the consoles say so, live on, and the studios never notice', async () => {
    const kept = await addDevice('a', 'one');
    await postgres.kill();
    for (const at of ['a', 'b'] as const)
      expect(await ask(at, 'GET', '/api/studios')).toMatchObject({ status: 503, body: { error: 'unavailable' } });
    await postgres.start();
    await vi.waitFor(async () => {
      for (const at of ['a', 'b'] as const) expect((await ask(at, 'GET', '/api/session')).status).toBe(200);
    }, backWithin);
    for (const at of ['a', 'b'] as const)
      for (const service of ['one', 'two'] as const)
        await takesEffect(service, await addDevice(at, service), backWithin);
    expect(await isKnown('one', kept)).toBe(true);
    for (const at of ['a', 'b'] as const) await everythingInStep(at);
  });

  it('no change that was answered is lost, while both consoles and the database die in turn', async () => {
    const accepted: [ServiceName, string][] = [];
    let working = true;
    const work = async (): Promise<void> => {
      for (let turn = 0; working; turn += 1) {
        const [at, service] = [turn % 2 === 0 ? 'a' : 'b', turn % 4 < 2 ? 'one' : 'two'] as const;
        const path = `/api/studios/${studios[service]}/devices`;
        const answer = await ask(at, 'POST', path, { name: `Load ${String(turn)}`, access: 'read_only' });
        if (answer.status === 201) accepted.push([service, (answer.body as { token: string }).token]);
      }
    };
    const grown = async (): Promise<void> => {
      const before = accepted.length;
      await vi.waitFor(() => {
        expect(accepted.length).toBeGreaterThan(before + 10);
      }, patiently);
    };
    const atWork = work();
    await grown();
    await consoles.get('a')?.kill();
    await grown();
    await startConsole('a');
    await postgres.kill();
    await postgres.start();
    await grown();
    await consoles.get('b')?.kill();
    await grown();
    await startConsole('b');
    await grown();
    working = false;
    await atWork;
    for (const at of ['a', 'b'] as const) await everythingInStep(at);
    const lost = [];
    for (const [service, token] of accepted) if (!(await isKnown(service, token))) lost.push(token);
    expect([accepted.length > 50, lost]).toEqual([true, []]);
  });
});
