// The Panasonic driver and a scripted camera: the messages of the maker's specification, faults, and hostile notifications.
import { afterEach, describe, expect, it } from 'vitest';
import * as E from 'fp-ts/lib/Either.js';
import type { SentCommand } from '../../../../application/ports/commands.js';
import { seededRandom } from '../../../../simulator/random.js';
import { commandResults, sendError, sentCommand } from '../../../contracts/device-commands.js';
import { settleSockets } from '../../playout/advance-clock.js';
import { eventually } from '../../../support/eventually.js';
import { camera, driverBench, layoutAt, type DriverBench } from '../camera-bench.js';
import { answering, cameraPeer, notificationHex, type CameraPeer } from './peer.js';
import { commandTo } from '../../../support/commands.js';

const closing: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

interface Driven extends DriverBench {
  readonly peer: CameraPeer;
}

const connected = async (recalled?: string): Promise<Driven> => {
  const peer = await cameraPeer(answering(recalled));
  const bench = driverBench('panasonic', peer.port);
  closing.push(peer.close, bench.close);
  await bench.untilConnected(true);
  return { ...bench, peer };
};

const recallsIn = ({ paths }: CameraPeer): readonly string[] => paths.filter((path) => path.includes('%23R'));

/** Lets time pass in both clocks until a check holds. */
const passUntil = (what: string, { pass }: DriverBench, check: () => boolean | Promise<boolean>): Promise<void> =>
  eventually(what, async () => {
    await pass(20);
    return check();
  });

const messageOf = async ({ confirmed }: SentCommand): Promise<string> => {
  const result = await confirmed;
  return E.isLeft(result) ? result.left.message : 'confirmed';
};

const isAccepted = async (sent: SentCommand): Promise<boolean> => (await commandResults(sent))[0] === 'done';

const loops = Number(process.env['PANASONIC_RESTARTS'] ?? '5');

describe('a Panasonic camera (interface specifications of AW-HE42 and AW-UE100)', () => {
  it('is asked for notifications, then for its position, and recalled once', async () => {
    const driven = await connected('s01');
    const { cameras, peer, pass } = driven;
    const sent = sentCommand(cameras.send(commandTo.recall(camera, 'close')));
    await passUntil('accepted', driven, () => isAccepted(sent));
    expect(await commandResults(sent)).toEqual(['done', 'pending']);
    expect(cameras.angle(camera)).toBeNull();
    await peer.notify(notificationHex('q01'));
    await passUntil('confirmed', driven, async () => (await commandResults(sent))[1] === 'done');
    expect(cameras.angle(camera)).toBe('close');
    await pass(3_000);
    expect(recallsIn(peer)).toEqual(['/cgi-bin/aw_ptz?cmd=%23R01&res=1']);
    expect(peer.paths[0]).toMatch(/^\/cgi-bin\/event\?connect=start&my_port=[0-9]+&uid=0$/);
    expect(peer.paths[1]).toBe('/cgi-bin/aw_ptz?cmd=%23APC&res=1');
  });

  it.each([
    ['eR1:R01', 'it does not know the command'],
    ['eR2:R01', 'it is busy or in standby'],
    ['eR3:R01', 'the preset is outside of its range'],
    ['eR9:R01', 'error 9'],
    ['s02', 'its answer is not the one to a recall'],
    ['<html>', 'its answer is not the one to a recall'],
  ])('that answers %s has refused', async (answer, message) => {
    const driven = await connected(answer);
    const sent = sentCommand(driven.cameras.send(commandTo.recall(camera, 'close')));
    await passUntil('refused', driven, async () => (await commandResults(sent))[1] !== 'pending');
    expect(await commandResults(sent)).toEqual(['device_error', 'device_error']);
    expect(await messageOf(sent)).toContain(message);
    expect(driven.cameras.connected(camera)).toBe(true);
  });

  it('gets requests with pauses of at least 130 ms, and only the newest of the recalls that wait', async () => {
    const driven = await connected('s07');
    const { cameras, clock, peer } = driven;
    const before = peer.paths.length;
    const sent = (['wide', 'close', 'profile'] as const).map((angle) =>
      sentCommand(cameras.send(commandTo.recall(camera, angle))),
    );
    const startedAtMs = clock.now();
    const [, , last] = sent;
    if (last === undefined) expect.fail('three recalls were expected');
    await passUntil('accepted', driven, () => isAccepted(last));
    expect(await Promise.all(sent.map(commandResults))).toEqual([
      ['device_error', 'device_error'],
      ['device_error', 'device_error'],
      ['done', 'pending'],
    ]);
    const requests = peer.paths.slice(before);
    expect(requests.filter((path) => path.includes('%23R01'))).toEqual([]);
    expect(clock.now() - startedAtMs).toBeGreaterThanOrEqual(130 * (requests.length - 1));
  });

  it.each([
    ['q02', 'another preset'],
    ['s01', 'the start of a recall'],
    ['lPC1', 'something else'],
  ])('that notifies %s has not completed the recall: %s', async (command) => {
    const driven = await connected('s01');
    const sent = sentCommand(driven.cameras.send(commandTo.recall(camera, 'close')));
    await passUntil('accepted', driven, () => isAccepted(sent));
    await driven.peer.notify(notificationHex(command));
    await driven.pass(500);
    expect(await commandResults(sent)).toEqual(['done', 'pending']);
    expect(driven.cameras.angle(camera)).toBeNull();
  });

  it.each([
    ['from another address', '127.0.0.2', notificationHex('q01')],
    ['after one of an impossible length', '127.0.0.1', `${'00'.repeat(44)}${notificationHex('q01')}`],
  ])('is not believed to have notified %s', async (_, from, hex) => {
    const driven = await connected('s01');
    const sent = sentCommand(driven.cameras.send(commandTo.recall(camera, 'close')));
    await passUntil('accepted', driven, () => isAccepted(sent));
    await driven.peer.notify(hex, from);
    await driven.pass(200);
    expect(await commandResults(sent)).toEqual(['done', 'pending']);
    await driven.peer.notify(notificationHex('q01'));
    await passUntil('confirmed', driven, async () => (await commandResults(sent))[1] === 'done');
  });

  it('may split notifications and join them', async () => {
    const driven = await connected('s01');
    const sent = sentCommand(driven.cameras.send(commandTo.recall(camera, 'close')));
    await passUntil('accepted', driven, () => isAccepted(sent));
    const other = notificationHex('lPC1');
    await driven.peer.notify(`${other}${notificationHex('q01')}${other.slice(0, 30)}`);
    await passUntil('confirmed', driven, async () => (await commandResults(sent))[1] === 'done');
  });

  it('loses its angle when another controller moves it', async () => {
    const driven = await connected('s01');
    const { cameras, peer } = driven;
    const sent = sentCommand(cameras.send(commandTo.recall(camera, 'close')));
    await passUntil('accepted', driven, () => isAccepted(sent));
    await peer.notify(notificationHex('q01'));
    await driven.pass(1_500);
    expect(cameras.angle(camera)).toBe('close');
    peer.answer(answering('s01', 'aPC81008000'));
    await passUntil('unknown', driven, () => cameras.angle(camera) === null);
    peer.answer(answering('s01'));
    await passUntil('known again', driven, () => cameras.angle(camera) === 'close');
  });

  it('keeps its angle if its position was asked for before it arrived', async () => {
    const driven = await connected('s01');
    const { cameras, pass, peer } = driven;
    const sent = sentCommand(cameras.send(commandTo.recall(camera, 'close')));
    await passUntil('accepted', driven, () => isAccepted(sent));
    peer.answer(answering('s01', 'aPC81008000'));
    const accepted = peer.paths.length;
    await passUntil('asked on its way', driven, () =>
      peer.paths.slice(accepted).some((path) => path.includes('%23APC')),
    );
    // The camera has answered, and the question for its zoom waits until the pause is over.
    await pass(20);
    expect(peer.paths.at(-1)).toContain('%23APC');
    await peer.notify(notificationHex('q01'));
    peer.answer(answering('s01'));
    await passUntil('confirmed', driven, async () => (await commandResults(sent))[1] === 'done');
    await pass(3_000);
    expect(cameras.angle(camera)).toBe('close');
  });

  it('that answers nothing is lost, fails what is pending, and gets nothing twice', async () => {
    const driven = await connected();
    const { cameras, clock, logged, peer, untilConnected } = driven;
    const silentFromMs = clock.now();
    const sent = sentCommand(cameras.send(commandTo.recall(camera, 'wide')));
    peer.answer(() => undefined);
    await untilConnected(false);
    expect(clock.now() - silentFromMs).toBeLessThanOrEqual(8_500);
    expect(await commandResults(sent)).toEqual(['device_error', 'device_error']);
    expect(await messageOf(sent)).toContain('it is unknown whether it was executed');
    expect(sendError(cameras.send(commandTo.recall(camera, 'close')))).toBe('device_unavailable');
    await driven.pass(2_000);
    peer.answer(answering('s00'));
    await untilConnected(true);
    await driven.pass(2_000);
    expect(recallsIn(peer)).toHaveLength(1);
    // It was silent first, and then gave no answer to the attempts to connect.
    expect(logged).toEqual(['a connection is lost', 'a connection is lost', 'a connection is back']);
  });

  it('that falls silent while nothing is recalled is noticed within 4.5 s', async () => {
    const { clock, peer, untilConnected } = await connected();
    peer.answer(() => undefined);
    const silentFromMs = clock.now();
    await untilConnected(false);
    expect(clock.now() - silentFromMs).toBeLessThanOrEqual(4_500);
  });

  it(`that restarts during a recall, ${String(loops)} times, is connected within 1 s and asked for notifications again`, async () => {
    let peer = await cameraPeer(answering(undefined));
    const { port } = peer;
    const driven = driverBench('panasonic', port);
    closing.push(driven.close, () => peer.close());
    for (let loop = 0; loop < loops; loop += 1) {
      await driven.untilConnected(true);
      const sent = sentCommand(driven.cameras.send(commandTo.recall(camera, 'wide')));
      await passUntil('sent', driven, () => recallsIn(peer).length === 1);
      await peer.close();
      await driven.untilConnected(false);
      expect(await commandResults(sent)).toEqual(['device_error', 'device_error']);
      peer = await cameraPeer(answering(undefined), port);
      const returnedAtMs = driven.clock.now();
      await driven.untilConnected(true);
      expect(driven.clock.now() - returnedAtMs).toBeLessThanOrEqual(1_000);
      expect(peer.paths[0]).toContain('connect=start');
      expect(recallsIn(peer)).toHaveLength(0);
    }
  });

  it('gets another connection when the studio file names another address, and none after the end', async () => {
    const { cameras, clock, current, peer, untilConnected, close } = await connected();
    const other = await cameraPeer(answering('s00'));
    closing.push(other.close);
    const sent = sentCommand(cameras.send(commandTo.recall(camera, 'wide')));
    await settleSockets();
    current.replace(layoutAt('panasonic', other.port));
    expect(await commandResults(sent)).toEqual(['device_error', 'device_error']);
    await untilConnected(true);
    expect(recallsIn(other)).toEqual([]);
    close();
    expect(cameras.connected(camera)).toBe(false);
    expect(clock.waiting()).toBe(0);
    for (const { paths } of [peer, other]) {
      const [started = ''] = paths;
      await eventually('notifications are stopped', () => paths.at(-1) === started.replace('start', 'stop'));
    }
    await peer.close();
    closing.splice(closing.indexOf(peer.close), 1);
  });
});

const count = Number(process.env['PANASONIC_NOTIFICATIONS'] ?? '200');

/** How many connections notify at the same time. The driver keeps four, and drops the oldest for another. */
const connectionsAtOnce = 3;

describe(`${String(count)} hostile notifications`, () => {
  it('neither crash the driver nor confirm a recall', { timeout: 60_000 + count * 50 }, async () => {
    const random = seededRandom(Number(process.env['PANASONIC_SEED'] ?? '1'));
    const bytes = (length: number): string =>
      Array.from({ length }, () => random.between(0, 255).toString(16).padStart(2, '0')).join('');
    const hostile = (): string => {
      const whole = notificationHex(['q00', 'q', 'q1', 'q001', 'Q01', 'q01 ', ''][random.between(1, 5)] ?? '');
      const broken = notificationHex('q01').slice(0, 2 * random.between(0, 58));
      return [bytes(random.between(0, 200)), broken, bytes(22) + '0000' + bytes(50), whole][random.between(0, 3)] ?? '';
    };
    const driven = await connected('s01');
    const sent = sentCommand(driven.cameras.send(commandTo.recall(camera, 'close')));
    await passUntil('accepted', driven, () => isAccepted(sent));
    let left = count;
    const notifyAll = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        await driven.peer.notify(hostile());
      }
    };
    await Promise.all(Array.from({ length: connectionsAtOnce }, notifyAll));
    await settleSockets();
    expect(await commandResults(sent)).toEqual(['done', 'pending']);
    await driven.peer.notify(notificationHex('q01'));
    await passUntil('confirmed', driven, async () => (await commandResults(sent))[1] === 'done');
  });
});
