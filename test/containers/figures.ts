// Prints the images' sizes, how soon the service answers after its container has started, and its memory at rest.
import { setTimeout as delay } from 'node:timers/promises';
import { getContainerRuntimeClient } from 'testcontainers';
import { closeWorld, openWorld } from '../../features/support/containers/world.js';
import { eventually } from '../../features/support/eventually.js';

const restMs = 10_000;

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;

const say = (what: string, figure: string): void => {
  process.stdout.write(`${what.padEnd(44)} ${figure}\n`);
};

const { container: engine } = await getContainerRuntimeClient();
for (const image of ['service', 'console', 'development']) {
  const { Size } = await engine.dockerode.getImage(`studio-control-${image}:latest`).inspect();
  say(`image ${image}`, megabytes(Size));
}

const world = await openWorld('production');
const { functions } = world.host;
const health = { host: '127.0.0.1', port: 3002, method: 'GET', path: '/api/v2/plain/health', headers: {} };
const answers = () =>
  functions.send(health).then(
    ({ status }) => status === 200,
    () => false,
  );

const begun = world.service.begin({ consoleUrl: world.cloud.url, studioKey: world.cloud.key });
await eventually('the first answer', answers);
const answeredAt = Date.now();
await begun;
say('service, from its container to its first answer', `${String(answeredAt - (await world.service.startedAt()))} ms`);

const memory = "fs.readFileSync('/proc/1/status', 'utf8').match(/VmRSS:\\s+(\\d+)/)[1]";
await delay(restMs);
say('service, memory at rest', megabytes(Number((await world.service.exec(['-p', memory]))[1]) * 1024));
await closeWorld(world);
