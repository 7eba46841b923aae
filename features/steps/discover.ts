// Steps that discover a CasparCG server or other equipment, and read the studio file that is printed.
import { strict as assert } from 'node:assert';
import { createServer as createWebServer } from 'node:http';
import { After, Given, Then, When, type DataTable } from '@cucumber/cucumber';
import * as E from 'fp-ts/lib/Either.js';
import { SystemClock } from '../../adapters/node/clock.js';
import { isConnectionProtocol } from '../../infra/service/connection-drivers.js';
import { connectionFaces } from '../../infra/simulated/connection-faces.js';
import { guessableIdWarnings } from '../../infra/service/legacy-warnings.js';
import { readStudioText } from '../../infra/studio-file/studio-file.js';
import type { StudioLayout } from '../../domain/studio/layout.js';
import { mediaItem } from '../../simulator/casparcg/media.js';
import { CasparcgServer } from '../../simulator/casparcg/server.js';
import type { CasparcgServerOptions } from '../../simulator/casparcg/server-options.js';
import { commandLog } from '../../simulator/command-log.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import { seededRandom } from '../../simulator/random.js';
import { simulatedStudio, type SimulatedStudio } from '../../simulator/studio.js';
import { freePort, listenOnLoopback } from '../../test/support/loopback.js';
import { lastProcess, processesOf } from '../support/started-processes.js';
import { startPart } from '../support/command-line.js';
import type { StudioWorld } from '../support/world.js';

/** The server of a scenario. */
interface DiscoveredServer {
  readonly port: number;
  /** The lines that it has received. */
  readonly lines: readonly string[];
  readonly stop: () => void;
}

const servers = new WeakMap<StudioWorld, DiscoveredServer>();

const serverOf = (world: StudioWorld): DiscoveredServer => {
  const server = servers.get(world);
  assert.ok(server, 'the scenario has no server');
  return server;
};

After(function (this: StudioWorld) {
  servers.get(this)?.stop();
});

const startServer = async (
  world: StudioWorld,
  options: Partial<CasparcgServerOptions>,
  prepare: (server: CasparcgServer) => void = () => undefined,
): Promise<void> => {
  const clock = new SystemClock();
  const log = commandLog(() => clock.now());
  const lines: string[] = [];
  const identity = { id: 'casparcg', kind: 'player', name: 'CasparCG' } as const;
  const server = new CasparcgServer(
    { identity, channels: 1, media: [], onLine: (line) => lines.push(line), ...options },
    { clock, log, random: seededRandom(1), changed: () => undefined },
  );
  prepare(server);
  const { port } = await server.listen(0, '127.0.0.1');
  servers.set(world, {
    port,
    lines,
    stop: () => {
      server.stop();
    },
  });
};

Given(
  'a CasparCG server with {int} channel(s), a media scanner and the files:',
  async function (this: StudioWorld, channels: number, table: DataTable) {
    const media = table.hashes().map(({ name = '', seconds }) => mediaItem(name, Number(seconds)));
    await startServer(this, { channels, media, hasMediaScanner: true });
  },
);

Given(
  'a CasparCG server with {int} channel, without a media scanner',
  async function (this: StudioWorld, channels: number) {
    await startServer(this, { channels, media: [mediaItem('opener', 10)] });
  },
);

Given('a CasparCG server that is frozen', async function (this: StudioWorld) {
  await startServer(this, {}, (server) => {
    server.setFault({ type: 'frozen' });
  });
});

Given('nothing listens at the address of the server', async function (this: StudioWorld) {
  servers.set(this, { port: await freePort(), lines: [], stop: () => undefined });
});

Given('a web server at the address of the server', async function (this: StudioWorld) {
  const server = createWebServer();
  const port = await listenOnLoopback(server);
  servers.set(this, { port, lines: [], stop: () => void server.close() });
});

const discover = async (world: StudioWorld, operands: readonly string[]): Promise<void> => {
  const { started, environment } = processesOf(world);
  started.push(await startPart('discover', operands, environment));
  await lastProcess(world).ended;
};

When('the server is discovered', async function (this: StudioWorld) {
  await discover(this, [`127.0.0.1:${String(serverOf(this).port)}`]);
});

When('discover is started with the address {string}', async function (this: StudioWorld, address: string) {
  await discover(this, [address]);
});

const printedLayout = (world: StudioWorld): StudioLayout => {
  const read = readStudioText(lastProcess(world).output()[0]);
  if (E.isLeft(read)) assert.fail(read.left.map(({ message }) => message).join('; '));
  return read.right;
};

Then('the printed studio file is valid, without a warning', function (this: StudioWorld) {
  assert.deepEqual(guessableIdWarnings(printedLayout(this)), []);
});

const asText = (record: Readonly<Record<string, unknown>>, fields: readonly string[]) =>
  Object.fromEntries(fields.map((field) => [field, String(record[field])]));

const assertRecords = (records: readonly Readonly<Record<string, unknown>>[], table: DataTable): void => {
  const [fields = []] = table.raw();
  assert.deepEqual(
    records.map((record) => asText(record, fields)),
    table.hashes(),
  );
};

Then('the printed studio file has the outputs:', function (this: StudioWorld, table: DataTable) {
  const { outputs } = printedLayout(this);
  assertRecords(
    outputs.map(({ slot, player }) => ({ slot, channel: player?.['channel'] })),
    table,
  );
});

Then('the printed studio file has the clips:', function (this: StudioWorld, table: DataTable) {
  assertRecords(printedLayout(this).banks[0]?.clips ?? [], table);
});

Then('the printed studio file has no clips', function (this: StudioWorld) {
  assert.deepEqual(printedLayout(this).banks[0]?.clips, []);
});

Then(/^the process prints on standard error "(.+)"$/, function (this: StudioWorld, text: string) {
  assert.ok(lastProcess(this).output()[1].includes(text), lastProcess(this).output()[1]);
});

Then(/^the server has received only the commands (.+)$/, function (this: StudioWorld, commands: string) {
  const received = serverOf(this).lines.map((line) => line.replace(/^REQ \d+ /, ''));
  assert.deepEqual(received, commands.split(', '));
});

/** The simulated equipment of a scenario. */
interface Equipment {
  readonly protocol: string;
  readonly port: number;
  readonly studio: SimulatedStudio;
  readonly close: () => Promise<void>;
}

const equipment = new WeakMap<StudioWorld, Equipment>();

const equipmentOf = (world: StudioWorld): Equipment => {
  const one = equipment.get(world);
  assert.ok(one, 'the scenario has no equipment');
  return one;
};

After(async function (this: StudioWorld) {
  await equipment.get(this)?.close();
});

Given(/^the simulated equipment of (\S+)$/, async function (this: StudioWorld, protocol: string) {
  assert.ok(isConnectionProtocol(protocol) && protocol !== 'casparcg');
  const studio = simulatedStudio(demoStudio, new SystemClock());
  const attachments = { lines: new Map(), heads: new Map(), players: new Map(), selections: [] };
  const face = connectionFaces[protocol]({ settings: {}, attachments, devices: studio, now: () => Date.now() });
  const port = await face.listen(0, '127.0.0.1');
  const close = async (): Promise<void> => {
    await face.close();
    studio.stop();
  };
  equipment.set(this, { protocol, port, studio, close });
});

const discoverEquipment = (world: StudioWorld, protocol: string): Promise<void> =>
  discover(world, [`${protocol}://127.0.0.1:${String(equipmentOf(world).port)}`]);

When('the equipment is discovered by its protocol', async function (this: StudioWorld) {
  await discoverEquipment(this, equipmentOf(this).protocol);
});

When(/^the equipment is discovered as (\S+)$/, async function (this: StudioWorld, protocol: string) {
  await discoverEquipment(this, protocol);
});

Then(
  /^the printed studio file has a (\S+) connection to the equipment$/,
  function (this: StudioWorld, protocol: string) {
    const { port } = equipmentOf(this);
    const [connection] = printedLayout(this).connections ?? [];
    assert.deepEqual(connection, { ...connection, id: protocol, protocol, host: '127.0.0.1', port });
  },
);

Then('the equipment has executed no command', function (this: StudioWorld) {
  assert.deepEqual(equipmentOf(this).studio.commands(), []);
});
