// Prints the images' sizes, the service's start-up time and its memory when idle.
import { setTimeout as delay } from 'node:timers/promises';
import { getContainerRuntimeClient } from 'testcontainers';
import { closeWorld, openWorld } from '../../features/support/containers/world.js';
import { eventually } from '../support/eventually.js';

const idleMs = 10_000;

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;

const print = (what: string, figure: string): void => {
  process.stdout.write(`${what.padEnd(52)} ${figure}\n`);
};

const { container: engine } = await getContainerRuntimeClient();
for (const image of ['service', 'console', 'development', 'demo']) {
  const { Size } = await engine.dockerode.getImage(`studio-control-${image}:latest`).inspect();
  print(`image ${image}`, megabytes(Size));
}

const world = await openWorld('production');
const { functions } = world.host;
const health = { host: '127.0.0.1', port: 3002, method: 'GET', path: '/api/v2/plain/health', headers: {} };
const answers = () =>
  functions.send(health).then(
    ({ status }) => status === 200,
    () => false,
  );

const begun = world.service.beginScenario({ consoleUrl: world.cloud.url, studioKey: world.cloud.key });
await eventually('the first response', answers);
const respondedAt = Date.now();
await begun;
print(
  'service, from start of container to first response',
  `${String(respondedAt - (await world.service.startedAt()))} ms`,
);

const memory = "fs.readFileSync('/proc/1/status', 'utf8').match(/VmRSS:\\s+(\\d+)/)[1]";
await delay(idleMs);
print('service, memory when idle', megabytes(Number((await world.service.exec(['-p', memory]))[1]) * 1024));
await closeWorld(world);
