// The production image with a player on the network: a simulated CasparCG server in another container.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getContainerRuntimeClient, type StartedTestContainer } from 'testcontainers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ContainerMachine, removeContainer } from '../../features/support/containers/machine.js';
import { printed } from '../../features/support/containers/printed-line.js';
import { closeWorld, openWorld, type ContainerWorld } from '../../features/support/containers/world.js';
import type { ScenarioResponse } from '../../features/support/driver.js';
import { steeringClient } from '../../simulator/client/steering-client.js';
import { eventually } from '../support/eventually.js';
import { demoStudio } from '../../simulator/demo-studio.js';

let world: ContainerWorld;
let player: StartedTestContainer;
let playerAddress: string;
let service: StartedTestContainer;

const inFolder = ({ clips, ...bank }: (typeof demoStudio.banks)[number]) => ({
  ...bank,
  clips: clips.map((clip) => ({ ...clip, media: `${bank.key}/${clip.key}` })),
});

/** Writes a file of the demo studio with one player at `host`. Returns the mount for it. */
const studioMount = async (host: string): Promise<{ source: string; target: string; mode: 'ro' }> => {
  const connections = [{ id: 'playout', protocol: 'casparcg', host }];
  const player = { connection: 'playout', channel: 1, layers: { full: 10 }, graphicLayers: { full: 20 } };
  const outputs = demoStudio.outputs.map((output) => (output.slot === 'main' ? { ...output, player } : output));
  const studio = { ...demoStudio, panels: [], connections, outputs, banks: demoStudio.banks.map(inFolder) };
  const source = join(world.folder, `studio-${host}.json`);
  await writeFile(source, JSON.stringify(studio), { mode: 0o644 });
  return { source, target: '/studio.json', mode: 'ro' };
};

const startPlayer = async (): Promise<StartedTestContainer> =>
  new ContainerMachine('studio-control-development:latest')
    .locked()
    .withNetworkMode(world.networks.outside.name)
    .withBindMounts([await studioMount('elsewhere')])
    .withEnvironment({ STUDIO_FILE: '/studio.json', SIMULATOR_HOST: '0.0.0.0', LOG_LEVEL: 'error' })
    .withCommand(['simulator'])
    .withWaitStrategy(printed(/^simulator +http/m))
    .start();

const startService = async (): Promise<StartedTestContainer> =>
  new ContainerMachine('studio-control-service:latest')
    .locked()
    .withNetworkMode(`container:${world.host.container.getId()}`)
    .withBindMounts([await studioMount(playerAddress)])
    .withEnvironment({ STUDIO_FILE: '/studio.json', LOG_LEVEL: 'error' })
    .withWaitStrategy(printed(/^service +http/m))
    .start();

const to = (path: string) => ({ host: '127.0.0.1', port: 3002, method: 'GET', path: `/api/v2${path}`, headers: {} });

const send = (path: string): Promise<ScenarioResponse> => world.host.functions.send(to(path));

/** Steers the simulated player in the other container. */
const steer = steeringClient(({ method, path, body }) => {
  const headers = { 'Content-Type': 'application/json', Host: `${playerAddress}:3020` };
  const call = { host: playerAddress, port: 3020, method, path, headers };
  return world.host.functions.send({ ...call, ...(body !== undefined && { body }) });
});

beforeAll(async () => {
  world = await openWorld('production');
  player = await startPlayer();
  playerAddress = player.getIpAddress(world.networks.outside.name);
  service = await startService();
  await eventually('the player to be connected', async () =>
    (await send('/outputs/main')).body.includes('"connected":true'),
  );
});

afterAll(async () => {
  await Promise.all([removeContainer(service), removeContainer(player)]);
  await closeWorld(world);
});

describe('the production image with a player', () => {
  it('acknowledges a play once the clip is on air', async () => {
    expect(await send('/plain/outputs/main/clips/3/play')).toMatchObject({ status: 200, body: 'OK' });
    expect(await steer.state('out-1')).toMatchObject({ scenes: [{ run: { clip: 'weather' } }] });
    expect((await send('/plain/outputs/main')).body).toBe('weather');
  });

  it('answers a waiting call on SIGTERM, and exits with 0', async () => {
    const { functions } = world.host;
    await steer.setFault('out-1', { type: 'frozen' });
    const waiting = await functions.begin(to('/plain/outputs/main/clips/1/play?timeout=30000'));
    // Once the health call is answered, the call before it has reached the service.
    expect(await functions.isAnswered(waiting, to('/plain/health'))).toBe(false);
    const engine = (await getContainerRuntimeClient()).container.getById(service.getId());
    await engine.kill({ signal: 'SIGTERM' });
    expect(await functions.answer(waiting)).toMatchObject({ status: 424, body: 'ERR ack_timeout' });
    await eventually('the exit', async () => !(await engine.inspect()).State.Running);
    expect((await engine.inspect()).State.ExitCode).toBe(0);
  });
});
