// The service's production image: its content, and what survives a kill.
import { getContainerRuntimeClient } from 'testcontainers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitUntilInForce } from '../../features/support/containers/console.js';
import { closeWorld, openWorld, type ContainerWorld } from '../../features/support/containers/world.js';
import { version } from '../../infra/machine/version.js';
import { eventually } from '../support/eventually.js';

let world: ContainerWorld;

beforeAll(async () => {
  world = await openWorld('production');
  await world.service.beginScenario({ consoleUrl: world.cloud.url, studioKey: world.cloud.key });
  await waitUntilInForce(world.host.functions.callConsole);
});

afterAll(async () => {
  await closeWorld(world);
});

const call = { host: '127.0.0.1', port: 3002, method: 'GET', headers: {} };

const read = async (path: string): Promise<string> => {
  const { status, body } = await world.host.functions.send({ ...call, path: `/api/v2/plain${path}` });
  return `${String(status)} ${body}`;
};

const answers = (): Promise<boolean> =>
  read('/health').then(
    (text) => text === '200 OK',
    () => false,
  );

describe('the production image', () => {
  it('runs as an unprivileged user', async () => {
    const [code, output] = await world.service.exec(['-p', 'process.getuid() + " " + process.pid']);
    expect([code, output]).toEqual([0, expect.stringMatching(/^65532 /)]);
  });

  it('contains neither the simulator nor a shell', async () => {
    const paths = ['/app/dist/simulator', '/app/dist/infra/simulated', '/app/simulator', '/bin/sh', '/bin', '/usr/bin'];
    const script = `console.log(${JSON.stringify(paths)}.filter((path) => fs.existsSync(path)).join(' '))`;
    expect(await world.service.exec(['-e', script])).toEqual([0, '']);
  });

  it('can write only to its data folder', async () => {
    const write =
      "try { fs.writeFileSync('/app/x', ''); console.log('written'); } catch ({ code }) { console.log(code); }";
    expect(await world.service.exec(['-e', write])).toEqual([0, 'EROFS']);
  });

  it('checks its own health', async () => {
    expect(await world.service.exec(['dist/infra/health.js', 'service'])).toEqual([0, '']);
    const [code, output] = await world.service.exec(['dist/infra/health.js', 'console']);
    expect([code, output]).toEqual([1, expect.stringContaining('ECONNREFUSED')]);
  });

  it.each(['service', 'console', 'development', 'demo'])(
    'is tagged with its version, and labelled with its origin: %s',
    async (part) => {
      const engine = await getContainerRuntimeClient();
      const { Config } = await engine.container.dockerode.getImage(`studio-control-${part}:${version}`).inspect();
      const label = (name: string) => Config.Labels[`org.opencontainers.image.${name}`];
      expect(label('version')).toBe(version);
      expect(label('revision')).toMatch(/^([0-9a-f]{40}|unknown)$/);
      expect(Date.parse(label('created') ?? '')).toBeLessThanOrEqual(Date.now());
      expect(label('base.name')).toMatch(/node:\d+\.\d+\.\d+-bookworm-slim$/);
    },
  );

  it('carries its bill of materials where its label says', async () => {
    const engine = await getContainerRuntimeClient();
    const { Config } = await engine.container.dockerode.getImage('studio-control-service').inspect();
    expect(Config.Labels).toMatchObject({ 'studio-control.sbom': '/app/sbom.cdx.json' });
    const script =
      "const { components } = JSON.parse(fs.readFileSync('/app/sbom.cdx.json')); " +
      "console.log(components.some(({ name, version }) => name === 'node' && version === process.versions.node), " +
      "components.filter(({ name }) => name === 'restify').length)";
    expect(await world.service.exec(['-e', script])).toEqual([0, 'true 1']);
  });

  it('answers device_unavailable for devices without a driver', async () => {
    expect(await read('/signals/red-light/on')).toBe('424 ERR device_unavailable');
  });
});

describe('a service that is killed', () => {
  it('keeps its configuration while the console is unreachable', { timeout: 120_000 }, async () => {
    const { callConsole, cut, mend } = world.host.functions;
    const access = { user: 'operator', path: '/api/studios/studio-1/access' } as const;
    const { body } = await callConsole({ ...access, method: 'GET' });
    const off = JSON.stringify({ ...(JSON.parse(body) as object), apiEnabled: false });
    const headers = { 'Content-Type': 'application/json' };
    expect(await callConsole({ ...access, method: 'PUT', headers, body: off })).toMatchObject({ status: 200 });
    await waitUntilInForce(callConsole);
    expect(await read('/signals')).toBe('403 ERR feature_disabled');
    // A configuration is in force before it is on disk.
    const isStored =
      "console.log(fs.readFileSync('/data/service/access-configuration', 'utf8').includes('\"apiEnabled\":false'))";
    await eventually(
      'the configuration on disk',
      async () => (await world.service.exec(['-e', isStored]))[1] === 'true',
    );
    await cut();
    await world.service.kill();
    await eventually('the service to be back', answers);
    expect(await read('/signals')).toBe('403 ERR feature_disabled');
    await mend();
  });
});
