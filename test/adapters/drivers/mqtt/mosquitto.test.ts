// The MQTT driver, and the simulated broker, judged by Debian's Mosquitto: a broker and clients by others.
import { setTimeout as delay } from 'node:timers/promises';
import { writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { mqttFace } from '../../../../simulator/mqtt/face.js';
import { simulatedStudio } from '../../../../simulator/studio.js';
import { demoStudio } from '../../../../simulator/demo-studio.js';
import { manualClock } from '../../../../simulator/clock.js';
import { certificateAuthority } from '../../../application/console/authority.js';
import { memoryLog } from '../../../application/console/readable-log.js';
import { commandResults, sendError, sentCommand } from '../../../contracts/device-commands.js';
import { signalLinesContract } from '../../../contracts/signal-lines.js';
import { eventually } from '../../../support/eventually.js';
import { brokerLines, describedLine } from './lines.js';
import { device, listen, missingMosquitto, mosquitto, publish, type Listener, type Mosquitto } from './mosquitto.js';
import { devicesAtBroker, drivenLines, mosquittoBench } from './mosquitto-bench.js';
import { commandTo } from '../../../support/commands.js';

const noBroker = missingMosquitto() !== undefined;

/** What a test has opened, closed after it. */
const opened: (() => unknown)[] = [];

const closedLater = <A>(value: A, close: (value: A) => unknown): A => {
  opened.push(() => close(value));
  return value;
};

afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

const stoppedLater = async (starting: Promise<Mosquitto>): Promise<Mosquitto> =>
  closedLater(await starting, ({ stop }) => stop());

const heardLater = async (...args: Parameters<typeof listen>): Promise<Listener> =>
  closedLater(await listen(...args), ({ stop }) => {
    stop();
  });

const drivenLater = (...args: Parameters<typeof drivenLines>) =>
  closedLater(drivenLines(...args), ({ close }) => {
    close();
  });

let broker: Mosquitto;
let last = 0;

/** Returns names of devices that no earlier test has used, since the broker keeps retained messages. */
const fresh = (): string => `dev${String((last += 1))}`;

beforeAll(async () => {
  if (!noBroker) broker = await mosquitto();
});
afterAll(() => (noBroker ? undefined : broker.stop()));

describe.skipIf(noBroker)('Mosquitto', () => {
  for (const protocolVersion of ['v5', 'v3.1.1'])
    signalLinesContract(`MQTT lines (RPC, ${protocolVersion}) of Mosquitto`, async () => {
      const line = brokerLines['Shelly, second generation'];
      const lines = { 'sig-1': line(fresh()), 'sig-2': line(fresh()) };
      const { bench } = closedLater(
        await mosquittoBench(broker.port, { settings: { protocolVersion }, lines }),
        ({ close }) => close(),
      );
      return bench;
    });

  describe.each(Object.entries(brokerLines))('with the topics of %s', (_name, lineOf) => {
    it.each(['v5', 'v3.1.1'])('confirms by the state of the device, %s', async (protocolVersion) => {
      const options = { settings: { protocolVersion }, lines: { 'sig-1': lineOf(fresh()) } };
      closedLater(await devicesAtBroker(broker.port, options), ({ close }) => close());
      const { lines, untilConnected } = drivenLater(broker.port, options);
      await untilConnected('sig-1');
      for (const on of [true, true, false, false, true]) {
        const sent = sentCommand(lines.send(commandTo.switch('sig-1', on)));
        expect(await sent.accepted).toEqual(E.right(undefined));
        expect(await sent.confirmed).toEqual(E.right(undefined));
        expect(lines.value('sig-1')).toBe(on);
      }
    });
  });

  it('accepts for a frozen device, and confirms nothing until it reports', async () => {
    const options = { lines: { 'sig-1': describedLine(fresh()) } };
    const { setFault } = closedLater(await devicesAtBroker(broker.port, options), ({ close }) => close());
    const { lines, untilConnected } = drivenLater(broker.port, options);
    await untilConnected('sig-1');
    setFault({ type: 'frozen' });
    const sent = sentCommand(lines.send(commandTo.switch('sig-1', true)));
    expect(await sent.accepted).toEqual(E.right(undefined));
    await delay(300);
    expect(await commandResults(sent)).toEqual(['done', 'pending']);
    setFault(null);
    expect(await sent.confirmed).toEqual(E.right(undefined));
  });

  it('shows the state that the broker retained, and confirms nothing by it', async () => {
    const name = fresh();
    await publish(broker.port, `studio/${name}/state`, 'ON', '-r');
    const line = { state: { topic: `studio/${name}/state` }, command: { topic: `studio/${name}/set` } };
    const { lines, untilConnected } = drivenLater(broker.port, { lines: { 'sig-1': line } });
    const { received } = await heardLater(broker.port, ['-t', `studio/${name}/set`]);
    await untilConnected('sig-1');
    await eventually('the value is known', () => lines.value('sig-1') === true);
    const sent = sentCommand(lines.send(commandTo.switch('sig-1', false)));
    await eventually('the command arrives', () => received.includes(`studio/${name}/set OFF`));
    expect(await commandResults(sent)).toEqual(['done', 'pending']);
    await publish(broker.port, `studio/${name}/state`, 'OFF');
    expect(await sent.confirmed).toEqual(E.right(undefined));
  });

  it('fails what is pending when the last will says that the device is gone', async () => {
    const name = fresh();
    const own = closedLater(
      await device(broker.port, { topic: `studio/${name}/status`, payload: 'offline' }),
      (client) => client.end(true),
    );
    await own.subscribeAsync(`studio/${name}/set`);
    await own.publishAsync(`studio/${name}/status`, 'online', { retain: true });
    const { lines, untilConnected } = drivenLater(broker.port, { lines: { 'sig-1': describedLine(name) } });
    await untilConnected('sig-1');
    const sent = sentCommand(lines.send(commandTo.switch('sig-1', true)));
    own.stream.destroy();
    expect(await sent.confirmed).toMatchObject(E.left({ code: 'device_error' }));
    expect(sendError(lines.send(commandTo.switch('sig-1', true)))).toBe('device_unavailable');
  });

  it('reports that no device has subscribed, and sends nothing to one that subscribes later', async () => {
    const name = fresh();
    const line = { state: { topic: `studio/${name}/state` }, command: { topic: `studio/${name}/set` } };
    const { lines, untilConnected } = drivenLater(broker.port, { lines: { 'sig-1': line } });
    await untilConnected('sig-1');
    const result = await sentCommand(lines.send(commandTo.switch('sig-1', true))).confirmed;
    expect(E.isLeft(result) && result.left.message).toContain(
      `no device has subscribed to the topic "studio/${name}/set"`,
    );
  });

  it('lets a command expire for a device whose session the broker keeps', async () => {
    const name = fresh();
    const line = { state: { topic: `studio/${name}/state` }, command: { topic: `studio/${name}/set` } };
    const { lines, untilConnected } = drivenLater(broker.port, { lines: { 'sig-1': line } });
    const session = ['-t', `studio/${name}/set`, '-V', '5', '-c', '-i', name, '-q', '1', '-x', '3600'];
    (await listen(broker.port, session)).stop();
    await untilConnected('sig-1');
    sentCommand(lines.send(commandTo.switch('sig-1', true)));
    await delay(1_000);
    const early = await listen(broker.port, session);
    await eventually('the command arrives', () => early.received.includes(`studio/${name}/set ON`));
    early.stop();
    await delay(200);
    sentCommand(lines.send(commandTo.switch('sig-1', false)));
    await delay(3_500);
    const late = await heardLater(broker.port, session);
    await delay(300);
    expect(late.received).toEqual([]);
  });

  it('switches 100 signals at once, though the broker accepts 20 unacknowledged commands', async () => {
    const name = fresh();
    const seen = await heardLater(broker.port, ['-t', `studio/${name}/#`]);
    const line = (signal: string) => ({ command: { topic: `studio/${name}/${signal}` }, confirm: 'accepted' });
    const ids = ['sig-1', 'sig-2', 'sig-3', 'sig-4'];
    const all = Object.fromEntries(ids.map((id) => [id, line(id)]));
    const { lines, untilConnected } = drivenLater(broker.port, { lines: all });
    await untilConnected('sig-1');
    const results = Array.from({ length: 100 }, (_, index) =>
      lines.send(commandTo.switch(ids[index % 4] ?? '', index >= 96)),
    );
    for (const sending of results.slice(-4)) expect(await sentCommand(sending).confirmed).toEqual(E.right(undefined));
    expect(lines.connected('sig-1')).toBe(true);
    await eventually('all arrive', () => ids.every((id) => seen.received.includes(`studio/${name}/${id} ON`)));
    // What was replaced while it waited is not sent.
    expect(seen.received.length).toBeLessThan(50);
  });

  it('publishes whether the service is there, by its last will if need be', async () => {
    const name = fresh();
    const status = `studio-control/${name}`;
    const seen = await heardLater(broker.port, ['-t', status]);
    const options = { settings: { statusTopic: status, clientId: name }, lines: { 'sig-1': describedLine(name) } };
    const first = drivenLines(broker.port, options);
    await eventually('it is online', () => seen.received.includes(`${status} online`));
    first.close();
    await eventually('it is offline', () => seen.received.includes(`${status} offline`));
    drivenLater(broker.port, options);
    await eventually('it is online again', () => seen.received.length === 3);
    // Another client of the same name makes the broker drop the service.
    const thief = await heardLater(broker.port, ['-t', 'nothing', '-i', name]);
    await eventually('the last will is published', () => seen.received.at(3) === `${status} offline`);
    thief.stop();
  });
});

describe.skipIf(noBroker)('a Mosquitto that fails', () => {
  const options = { lines: { 'sig-1': brokerLines['Shelly, second generation']('one') } };

  it('fails what is pending at once when it is killed, and gets nothing again after its return', async () => {
    const own = await stoppedLater(mosquitto());
    const status = { topic: 'one/online', payload: 'true' };
    await publish(own.port, status.topic, status.payload, '-r');
    const rounds = Number(process.env['DEATHS'] ?? 5);
    const { lines, untilConnected } = drivenLater(own.port, options);
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await untilConnected('sig-1');
      const sent = sentCommand(lines.send(commandTo.switch('sig-1', true)));
      await own.kill();
      expect(await sent.confirmed).toMatchObject(E.left({ code: 'device_error' }));
      expect(sendError(lines.send(commandTo.switch('sig-1', true)))).toBe('device_unavailable');
      await own.start();
      const returnedAtMs = performance.now();
      const seen = await listen(own.port, ['-t', 'one/rpc']);
      await publish(own.port, status.topic, status.payload, '-r');
      await untilConnected('sig-1');
      times.push(performance.now() - returnedAtMs);
      await delay(100);
      expect(seen.received.filter((message) => message.includes('Switch.Set'))).toEqual([]);
      seen.stop();
    }
    console.log(`connected again after at most ${String(Math.round(Math.max(...times)))} ms`);
    expect(Math.max(...times)).toBeLessThan(1_500);
  }, 120_000);

  it('counts as lost when it answers nothing any more', async () => {
    const own = await stoppedLater(mosquitto());
    await publish(own.port, 'one/online', 'true', '-r');
    const { lines, untilConnected } = drivenLater(own.port, options);
    await untilConnected('sig-1');
    own.signal('SIGSTOP');
    const sent = sentCommand(lines.send(commandTo.switch('sig-1', true)));
    expect(await sent.confirmed).toMatchObject(E.left({ code: 'device_error' }));
    expect(lines.connected('sig-1')).toBe(false);
    own.signal('SIGCONT');
    await untilConnected('sig-1');
  });
});

describe.skipIf(noBroker)('a Mosquitto with access rules and TLS', () => {
  const secretOf = (folder: string, name: string, secret: string): string => {
    const file = join(folder, name);
    writeFileSync(file, `${secret}\n`, { mode: 0o600 });
    return file;
  };

  const guarded = (): Promise<Mosquitto> =>
    stoppedLater(
      mosquitto((folder) => {
        const authority = certificateAuthority(folder);
        const { cert, key } = authority.issue('broker', 'IP:127.0.0.1');
        const passwords = join(folder, 'passwords');
        writeFileSync(passwords, '');
        spawnSync('mosquitto_passwd', ['-b', passwords, 'studio', 'right-password']);
        writeFileSync(join(folder, 'acl'), 'user studio\ntopic read studio/#\ntopic write studio/allowed\n');
        return [
          ...[`certfile ${cert}`, `keyfile ${key}`, 'allow_anonymous false'],
          ...[`password_file ${passwords}`, `acl_file ${join(folder, 'acl')}`],
        ];
      }),
    );

  const lines = {
    'sig-1': { command: { topic: 'studio/allowed' }, confirm: 'accepted' },
    'sig-2': { command: { topic: 'studio/denied' }, confirm: 'accepted' },
  };

  it('admits the user, and refuses topics by the rules', async () => {
    const own = await guarded();
    const passwordFile = secretOf(own.folder, 'password', 'right-password');
    const settings = { tls: { caFile: join(own.folder, 'ca.pem') }, username: 'studio', passwordFile };
    const driven = drivenLater(own.port, { settings, lines });
    await driven.untilConnected('sig-2');
    const denied = await sentCommand(driven.lines.send(commandTo.switch('sig-2', true))).accepted;
    expect(E.isLeft(denied) && denied.left.message).toContain('Not authorized');
    const withoutDevice = await sentCommand(driven.lines.send(commandTo.switch('sig-1', true))).accepted;
    expect(E.isLeft(withoutDevice) && withoutDevice.left.message).toContain('no device has subscribed');
  });

  it('refuses a wrong password, which no log contains, and admits the right one once the file has it', async () => {
    const own = await guarded();
    const passwordFile = secretOf(own.folder, 'password', 'wrong-password');
    const settings = { tls: { caFile: join(own.folder, 'ca.pem') }, username: 'studio', passwordFile };
    const log = memoryLog();
    const entries = log.lines;
    const driven = drivenLater(own.port, { settings, lines }, log);
    await eventually('the refusal is logged', () => entries.length > 0);
    await delay(1_200);
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatch(/Not authorized|Bad User Name or Password/i);
    expect(entries[0]).not.toContain('wrong-password');
    secretOf(own.folder, 'password', 'right-password');
    await driven.untilConnected('sig-1');
    expect(entries).toHaveLength(2);
  });

  it('is not trusted without its authority, nor without TLS', async () => {
    const own = await guarded();
    const refusals = [
      [{ tls: {} }, /certificate/],
      [{}, /ECONNRESET|closed/],
      [{ tls: { caFile: join(own.folder, 'missing.pem') } }, /missing\.pem can't be read/],
    ] as const;
    for (const [settings, reason] of refusals) {
      const log = memoryLog();
      const entries = log.lines;
      const driven = drivenLines(own.port, { settings, lines }, log);
      await eventually('the failure is logged', () => entries.length > 0);
      expect(entries[0]).toMatch(reason);
      expect(driven.lines.connected('sig-1')).toBe(false);
      driven.close();
    }
  });
});

describe.skipIf(noBroker)('the simulated broker', () => {
  it.each(['5', '311'])('serves clients of Mosquitto, version %s', async (version) => {
    const clock = manualClock();
    const studio = simulatedStudio(demoStudio, clock);
    const lines = new Map([['sig-1', describedLine('one')]]);
    const attachments = { lines, heads: new Map(), players: new Map(), selections: [] };
    const face = closedLater(mqttFace({ settings: {}, attachments, devices: studio }), ({ close }) => close());
    const port = await face.listen(0, '127.0.0.1');
    const seen = await heardLater(port, ['-V', version, '-t', 'studio/#', '-t', 'other/+/x', '-q', '1']);
    const expectNext = async (...messages: readonly string[]): Promise<void> => {
      await eventually(`${messages.join(', ')} arrive`, () => seen.received.length >= messages.length);
      expect(seen.received).toEqual(messages);
    };
    const first = ['studio/one/status online', 'studio/one/state OFF'];
    await expectNext(...first);
    const switched = publish(port, 'studio/one/set', 'ON', '-V', version);
    await eventually('the device has the command', () => studio.commands().length === 1);
    await clock.advance(100);
    await switched;
    const second = [...first, 'studio/one/set ON', 'studio/one/state ON'];
    await expectNext(...second);
    await publish(port, 'other/a/x', 'text', '-V', version, '-r');
    await publish(port, 'other/a/y', 'text', '-V', version);
    await publish(port, 'other/a/x', '', '-V', version, '-r');
    await expectNext(...second, 'other/a/x text', 'other/a/x (null)');
    const later = await heardLater(port, ['-V', version, '-t', '#', '-q', '0']);
    await eventually('retained messages arrive', () => later.received.length === 2);
    expect(later.received).toEqual(['studio/one/status online', 'studio/one/state ON']);
  });
});
