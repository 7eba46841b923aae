// The Panasonic driver and a scripted camera: the messages of the maker's specification (interface specifications of AW-HE42 and
// AW-UE100), and what the camera is asked while its connection begins, goes on and ends.
import { expect, it, onTestFinished } from 'vitest';
import * as E from 'fp-ts/lib/Either.js';
import { PanasonicCamera } from '../../../../adapters/drivers/panasonic/camera.js';
import type { SentCommand } from '../../../../application/ports/commands.js';
import { silent } from '../../../../features/support/silent-log.js';
import { manualClock } from '../../../../simulator/clock.js';
import { commandResults, sentCommand } from '../../../contracts/device-commands.js';
import { settleSockets } from '../advance-clock.js';
import { eventually } from '../../../support/eventually.js';
import { camera, driverBench, layoutAt } from '../camera-bench.js';
import { answering, cameraPeer, notificationHex, type Answers } from './peer.js';
import { commandTo } from '../../../support/commands.js';

const accepted = ['done', 'pending'];
const failed = ['device_error', 'device_error'];

const openPeer = async (answers: Answers, port?: number) => {
  const peer = await cameraPeer(answers, port);
  onTestFinished(peer.close);
  return { ...peer, requested: (part: string) => peer.paths.filter((path) => path.includes(part)).length };
};

/** Opens a camera, and the driver that looks for it. */
const open = async (answers: Answers) => {
  const peer = await openPeer(answers);
  const bench = driverBench('panasonic', peer.port);
  onTestFinished(bench.close);
  const { cameras, pass } = bench;
  const until = (what: string, check: () => boolean | Promise<boolean>): Promise<void> =>
    eventually(what, async () => {
      await pass(20);
      return check();
    });
  const send = (angle = 'close') => {
    const sent = sentCommand(cameras.send(commandTo.recall(camera, angle)));
    return { sent, results: () => commandResults(sent) };
  };
  return {
    ...bench,
    peer,
    until,
    send,
    angle: () => cameras.angle(camera),
    /** Recalls an angle, and waits until the camera has accepted or refused it. */
    recall: async (angle?: string) => {
      const command = send(angle);
      await until('an answer', async () => (await command.results())[0] !== 'pending');
      return command;
    },
  };
};

const connected = async (recalled?: string, panTilt?: string, zoom?: string) => {
  const bench = await open(answering(recalled, panTilt, zoom));
  await bench.untilConnected(true);
  return bench;
};

it('a camera is asked for notifications, then for its position, and recalled once', async () => {
  const { angle, peer, pass, recall, until } = await connected('s01');
  const { results } = await recall();
  expect([await results(), angle()]).toEqual([accepted, null]);
  await peer.notify(notificationHex('q01'));
  await until('confirmed', async () => (await results())[1] === 'done');
  expect(angle()).toBe('close');
  await pass(3_000);
  expect(peer.paths.filter((path) => path.includes('%23R'))).toEqual(['/cgi-bin/aw_ptz?cmd=%23R01&res=1']);
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
])('a camera that answers %s has refused', async (answer, message) => {
  const { cameras, recall } = await connected(answer);
  const { sent, results } = await recall();
  expect([await results(), cameras.connected(camera)]).toEqual([failed, true]);
  const result = await sent.confirmed;
  expect(E.isLeft(result) && result.left.message).toContain(message);
});

it('a camera gets requests with pauses of at least 130 ms, and only the newest of the recalls that wait', async () => {
  const { clock, peer, send, until } = await connected('s07');
  const before = peer.paths.length;
  const startedAtMs = clock.now();
  const [first, second, last] = [send('wide'), send('close'), send('profile')];
  await until('accepted', async () => (await last.results())[0] === 'done');
  expect([await first.results(), await second.results(), await last.results()]).toEqual([failed, failed, accepted]);
  const requests = peer.paths.slice(before);
  expect(requests.filter((path) => path.includes('%23R01'))).toEqual([]);
  expect(clock.now() - startedAtMs).toBeGreaterThanOrEqual(130 * (requests.length - 1));
});

const other = notificationHex('lPC1');

it.each([
  ['another preset', notificationHex('q02')],
  ['the start of a recall', notificationHex('s01')],
  ['something else', other],
  ['its preset from another address', notificationHex('q01'), '127.0.0.2'],
  ['its preset after an impossible length', `${'00'.repeat(44)}${notificationHex('q01')}`],
])('a camera that notifies %s has not completed the recall', async (_, hex, from?: string) => {
  const { angle, pass, peer, recall, until } = await connected('s01');
  const { results } = await recall();
  await peer.notify(hex, from);
  await pass(500);
  expect([await results(), angle()]).toEqual([accepted, null]);
  await peer.notify(`${other}${notificationHex('q01')}${other.slice(0, 30)}`);
  await until('confirmed by one that arrives with others', async () => (await results())[1] === 'done');
});

it('a camera loses its angle when another controller moves it, whatever the case of its letters', async () => {
  const { angle, pass, peer, recall } = await connected('S01', 'aPC8ABC8DEF', 'gz5AB');
  const { results } = await recall();
  await peer.notify(notificationHex('q01'));
  await pass(1_500);
  expect([await results(), angle()]).toEqual([['done', 'done'], 'close']);
  for (const [panTilt, zoom, expected] of [
    ['apc8abc8def', 'GZ5ab', 'close'],
    ['apc8abc8def', 'GZ1ab', null],
    ['apc81008000', 'GZ5ab', null],
    ['aPC8ABC8DEF', 'gz5AB', 'close'],
  ] as const) {
    peer.answer(answering('S01', panTilt, zoom));
    await pass(1_500);
    expect(angle()).toBe(expected);
  }
});

it('a camera keeps its angle if its position was asked for before it arrived', async () => {
  const { angle, pass, peer, recall, until } = await connected('s01');
  const { results } = await recall();
  peer.answer(answering('s01', 'aPC81008000'));
  const before = peer.requested('APC');
  await until('asked on its way', () => peer.requested('APC') > before);
  // The camera has answered, and the question for its zoom waits until the pause is over.
  await pass(20);
  expect(peer.paths.at(-1)).toContain('%23APC');
  await peer.notify(notificationHex('q01'));
  peer.answer(answering('s01'));
  await until('confirmed', async () => (await results())[1] === 'done');
  await pass(3_000);
  expect(angle()).toBe('close');
});

it('the position is asked for as soon as a recall is completed, and once a second after any number of them', async () => {
  const { angle, pass, peer, recall, untilConnected } = await open((path) =>
    path.includes('%23R') ? `s${path.slice(-8, -6)}` : answering(undefined)(path),
  );
  await untilConnected(true);
  for (const [recalled, notification] of [
    ['close', 'q01'],
    ['wide', 'q00'],
    ['close', 'q01'],
  ] as const) {
    await pass(1_000);
    await recall(recalled);
    await pass(300);
    const before = peer.requested('APC');
    await peer.notify(notificationHex(notification));
    await pass(300);
    expect([angle(), peer.requested('APC')]).toEqual([recalled, before + 1]);
  }
  const before = peer.requested('APC');
  await pass(5_000);
  expect(peer.requested('APC') - before).toBeLessThanOrEqual(6);
});

it('a camera that falls silent while nothing is recalled is lost within 4.5 s', async () => {
  const { clock, peer, untilConnected } = await connected();
  peer.answer(() => undefined);
  const silentFromMs = clock.now();
  await untilConnected(false);
  expect(clock.now() - silentFromMs).toBeLessThanOrEqual(4_500);
});

it('a camera that answers nothing is lost within 8.5 s with what is pending, which it gets once', async () => {
  const { clock, logged, pass, peer, send, untilConnected } = await connected();
  const silentFromMs = clock.now();
  const { sent, results } = send('wide');
  peer.answer(() => undefined);
  await untilConnected(false);
  expect(clock.now() - silentFromMs).toBeLessThanOrEqual(8_500);
  expect(await results()).toEqual(failed);
  expect(await sent.confirmed).toMatchObject({ left: { message: expect.stringContaining('it is unknown') as string } });
  await pass(2_000);
  peer.answer(answering('s00'));
  await untilConnected(true);
  expect(peer.requested('%23R')).toBe(1);
  // It was silent first, and then gave no answer to the attempts to connect.
  expect(logged).toEqual(['a connection is lost', 'a connection is lost', 'a connection is back']);
});

it('a camera that refuses a question is lost for that reason, and a recall that waits for the answer is not sent', async () => {
  const { cameras, clock, pass, peer, reasons, untilConnected } = await connected('s01');
  const sent: SentCommand[] = [];
  peer.answer((path) => {
    if (sent.length === 0 && path.includes('aw_ptz'))
      sent.push(sentCommand(cameras.send(commandTo.recall(camera, 'close'))));
    return 503;
  });
  await untilConnected(false);
  peer.answer(answering('s01'));
  const healedAtMs = clock.now();
  expect(reasons).toEqual(['it answers with status 503']);
  expect(await Promise.all(sent.map(commandResults))).toEqual([failed]);
  await untilConnected(true);
  expect(clock.now() - healedAtMs).toBeLessThanOrEqual(700);
  await pass(1_000);
  expect(peer.requested('%23R')).toBe(0);
});

it('a camera that restarts is connected within a second, asked for notifications again, and not recalled', async () => {
  const first = await cameraPeer(answering(undefined));
  const { cameras, clock, close, pass, untilConnected } = driverBench('panasonic', first.port);
  onTestFinished(close);
  await untilConnected(true);
  cameras.send(commandTo.recall(camera, 'wide'));
  await eventually('it is sent', async () => {
    await pass(20);
    return first.paths.some((path) => path.includes('%23R'));
  });
  await first.close();
  await untilConnected(false);
  await pass(2_000);
  const second = await openPeer(answering(undefined), first.port);
  const returnedAtMs = clock.now();
  await untilConnected(true);
  expect(clock.now() - returnedAtMs).toBeLessThanOrEqual(1_000);
  expect([second.paths[0], second.requested('%23R')]).toEqual([expect.stringContaining('connect=start'), 0]);
});

it('a camera that has not answered yet is asked to notify no more, once the driver is closed', async () => {
  const { peer, close } = await open(() => undefined);
  await expect.poll(() => peer.requested('connect=start')).toBe(1);
  close();
  await expect.poll(() => peer.requested('connect=stop')).toBe(1);
  expect(peer.paths[1]).toBe(peer.paths[0]?.replace('start', 'stop'));
});

it('a driver that is closed has sent its last request once its close has ended', async () => {
  const peer = await openPeer(answering('s01'));
  const address = { host: '127.0.0.1', port: peer.port, notificationPort: 0 };
  const deps = { id: 'cam', clock: manualClock(), log: silent, readSecret: () => Promise.resolve('secret') };
  const driven = new PanasonicCamera(address, deps, () => undefined);
  await expect.poll(() => peer.requested('connect=start')).toBe(1);
  driven.close();
  await driven.whenClosed();
  expect(peer.requested('connect=stop')).toBe(1);
});

it('a camera gets another connection when the studio file names another address, and none after the end', async () => {
  const { cameras, clock, current, peer, send, untilConnected, close } = await connected();
  const elsewhere = await openPeer(answering('s00'));
  const { results } = send('wide');
  await settleSockets();
  current.replace(layoutAt('panasonic', elsewhere.port));
  expect(await results()).toEqual(failed);
  await untilConnected(true);
  expect(elsewhere.requested('%23R')).toBe(0);
  close();
  expect([cameras.connected(camera), clock.waiting()]).toEqual([false, 0]);
  for (const { paths } of [peer, elsewhere])
    await eventually('notifications are stopped', () => paths.at(-1) === paths[0]?.replace('start', 'stop'));
});
