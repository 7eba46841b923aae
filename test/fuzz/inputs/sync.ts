// The sync of console and service: what each of them may receive from the other.
import { strict as assert } from 'node:assert';
import { setImmediate as turn } from 'node:timers/promises';
import * as E from 'fp-ts/lib/Either.js';
import { AccessConfiguration, readAccessConfiguration } from '../../../domain/access/configuration.js';
import { basic, testConsole } from '../../application/console/console.js';
import { panel } from '../../domain/fixtures.js';
import { linkedService, scriptedConsole, version } from '../../adapters/cloud/link.js';
import { eventually } from '../../support/eventually.js';
import { mutated, type Corpus } from '../mutations.js';
import type { RandomSource } from '../random-source.js';
import { mutatedJson } from './json.js';
import { bytesOf, type FuzzTarget, type OpenedTarget } from './target.js';

/** Stands for a version that is newer than the one in force. */
const newerVersion = 8_888_888;

const sentConfiguration: unknown = AccessConfiguration.encode({
  ...version(newerVersion),
  devices: [panel],
  access: {
    ...version(newerVersion).access,
    accessWithoutToken: 'listed',
    listedDevices: [{ address: '192.168.1.20', label: 'Desk' }],
  },
});

assert.ok(E.isRight(readAccessConfiguration(sentConfiguration)), 'the sample is a valid configuration');

const streamCorpus: Corpus = {
  samples: [
    'event: configuration\ndata: {"version":4}\n\n',
    'id: 4\nevent: watch\ndata: {"calls":true,"state":false}\n\n',
    'event: heartbeat\ndata: {"stream":"x","intervalMs":1}\n\n',
    ': comment\n\n',
  ],
  fragments: [
    ...[
      '\n\n',
      '\r\n',
      '\r',
      'data: ',
      'data:',
      'event: configuration\n',
      'event: watch\n',
      'event: heartbeat\n',
      'id: \0\n',
      'retry: 1\n',
    ],
    ...['{"calls":1}', '{"__proto__":true}', '[]', '\xef\xbb\xbf', ':'],
  ],
};

const eventOf = (random: RandomSource): string =>
  random.oneIn(2)
    ? `event: configuration\ndata: ${mutatedJson(sentConfiguration, random)}\n\n`
    : mutated(random.oneOf(streamCorpus.samples), random, streamCorpus);

/** Higher versions leave no room for newer ones. */
const maxTestedVersion = 2 ** 47;

/** How often a valid configuration is sent, and the turns of the event loop after each. */
const maxAttempts = 200;
const turnsPerAttempt = 200;

/** Opens a service that follows a console. Each input must leave a valid configuration in force, which the next one replaces. */
const openService = async (): Promise<OpenedTarget> => {
  const console = await scriptedConsole();
  let appliedStudios = new Set<string>();
  const connect = async () => {
    const linked = linkedService(console.url, 'key');
    linked.access.watch(({ configuration }) => appliedStudios.add(configuration.studioId));
    const streams = console.streams.length;
    linked.link.start();
    await eventually('the service follows', () => console.streams.length > streams);
    return linked;
  };
  let service = await connect();
  const bringUpToDate = async (): Promise<void> => {
    // The input may bring the version after the one in force.
    const next = version(service.inForce() + 2);
    const sent = JSON.stringify(AccessConfiguration.encode(next));
    for (let attempts = 1; service.inForce() < next.version && attempts < maxAttempts; attempts += 1) {
      // Ends an event that the input has begun.
      console.streams.at(-1)?.write('\n\n');
      console.sendEvent(sent);
      for (let turns = 0; turns < turnsPerAttempt && service.inForce() < next.version; turns += 1) await turn();
      // The service connects again after a moment.
      if (service.inForce() < next.version) await service.clock.advance(1_000);
    }
    assert.ok(service.inForce() >= next.version, 'the service takes no configuration any more');
  };
  return {
    check: async (input) => {
      const before = service.inForce();
      const streams = console.streams.length;
      const text = input.toString('latin1').replaceAll(String(newerVersion), String(before + 1));
      console.streams.at(-1)?.write(bytesOf(text));
      await bringUpToDate();
      assert.equal(console.streams.length, streams, 'the service has disconnected');
      const { current } = service.access;
      assert.ok(service.inForce() > before);
      assert.deepEqual([...appliedStudios], ['studio-1']);
      appliedStudios = new Set();
      assert.ok(E.isRight(readAccessConfiguration(AccessConfiguration.encode(current().configuration))));
      if (service.inForce() < maxTestedVersion) return;
      await service.link.stop();
      service = await connect();
    },
    close: async () => {
      await service.link.stop();
      await console.close();
    },
  };
};

/** The console's event stream, as a service receives it. */
export const syncService: FuzzTarget = {
  generate: (random) => bytesOf(Array.from({ length: 1 + random.below(3) }, () => eventOf(random)).join('')),
  open: openService,
};

const answer = { status: 403, error: 'forbidden' };
const reason = { reason: 'no_token', count: 1, lastTime: 1_000 };
const caller = { address: '8.8.8.8', ...reason, reasons: [{ ...reason, device: 'panel', forwarded: true }] };
const observed = {
  ...{
    time: 1_000,
    address: '192.168.1.20',
    caller: 'device:Panel',
    method: 'GET',
    path: '/api/v2/signals',
    status: 200,
  },
  ...{ error: null, answeredAfterMs: 5, decidedBy: { step: 'device', device: { id: 'panel', name: 'Panel' } } },
};
const alarm = { kind: 'device_away', subject: 'sig-1', message: 'x', raisedAt: '2026-01-31T12:00:00.000Z' };

/** Valid bodies by route. Only the heartbeat names a stream that isn't open. */
const bodies: Readonly<Record<string, unknown>> = {
  reports: {
    lastCalls: [{ device: 'panel', time: 1_000, address: '192.168.1.20', oldToken: 1, answer }],
    refusals: { id: 'one', callers: [caller], denied: [{ address: '10.0.0.1', device: 'panel', ...reason }] },
  },
  calls: { calls: [observed], notShown: 0 },
  state: {
    ...{ status: 'on_air', holder: 'Alpha FM', unreadable: ['macros'], notShown: 0 },
    entries: [{ kind: 'signal', name: 'Red light', connected: true, value: null }],
  },
  status: { health: 'degraded', alarms: [alarm], furtherAlarms: 0, studioFileIssues: ['x'], version: '1.0.0' },
  applied: { version: 3, refused: 'x', digest: '0'.repeat(64) },
  heartbeat: { stream: 'x' },
};

/** Separates the route of an input from its body. */
const separator = ' ';

/** Opens a console. It must answer each input with a success or a failure of the caller, and without an error in its log. */
const openConsole = async (): Promise<OpenedTarget> => {
  const { call, key, log, server } = await testConsole();
  const headers = { authorization: basic('studio-1', key) };
  const accepted = Object.entries(bodies).filter(([route]) => route !== 'heartbeat');
  for (const [route, body] of accepted)
    assert.equal((await call('POST', `/sync/${route}`, { headers, body })).status, 204, `a valid body of ${route}`);
  return {
    check: async (input) => {
      const text = input.toString('utf8');
      const [route = ''] = text.split(separator, 1);
      const logged = log.lines.length;
      const { status } = await call('POST', `/sync/${route}`, { headers, body: text.slice(route.length + 1) });
      assert.ok(
        [204, 400, 413].includes(status) || (route === 'heartbeat' && status === 404),
        `status ${String(status)}`,
      );
      assert.deepEqual(
        log.lines.slice(logged).filter((line) => line.includes('failed')),
        [],
      );
    },
    close: () => server.close(0),
  };
};

/** The reports of services, as a console receives them. */
export const syncConsole: FuzzTarget = {
  generate: (random) => {
    const route = random.oneOf(Object.keys(bodies));
    return bytesOf(`${route}${separator}${mutatedJson(bodies[route], random)}`);
  },
  open: openConsole,
};
