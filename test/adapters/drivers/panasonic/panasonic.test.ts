// What a Panasonic camera is asked while its connection begins, goes on and ends.
import { afterEach, expect, it } from 'vitest';
import type { SentCommand } from '../../../../application/ports/commands.js';
import { PanasonicCamera } from '../../../../adapters/drivers/panasonic/camera.js';
import { silent } from '../../../../features/support/silent-log.js';
import { manualClock } from '../../../../simulator/clock.js';
import { commandResults, sentCommand } from '../../../contracts/device-commands.js';
import { eventually } from '../../../support/eventually.js';
import { camera, driverBench } from '../camera-bench.js';
import { answering, cameraPeer, notificationHex, type Answers, type CameraPeer } from './peer.js';
import { commandTo } from '../../../support/commands.js';

const closing: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const open = async (answers: Answers) => {
  const peer = await cameraPeer(answers);
  const bench = driverBench('panasonic', peer.port);
  closing.push(peer.close, bench.close);
  return { ...bench, peer };
};

const requested = ({ paths }: CameraPeer, part: string): number => paths.filter((path) => path.includes(part)).length;

it('a camera that has not answered yet is asked to notify no more, once the driver is closed', async () => {
  const { peer, close } = await open(() => undefined);
  await expect.poll(() => requested(peer, 'connect=start')).toBe(1);
  close();
  await expect.poll(() => requested(peer, 'connect=stop')).toBe(1);
  expect(peer.paths[1]).toBe(peer.paths[0]?.replace('start', 'stop'));
});

it('a recall that waits for the answer to a question is not sent once that has failed', async () => {
  const { peer, cameras, pass, untilConnected } = await open(answering('s01'));
  await untilConnected(true);
  const sent: SentCommand[] = [];
  peer.answer((path) => {
    if (sent.length === 0 && path.includes('aw_ptz'))
      sent.push(sentCommand(cameras.send(commandTo.recall(camera, 'close'))));
    return 503;
  });
  await untilConnected(false);
  peer.answer(answering('s01'));
  expect(sent).toHaveLength(1);
  expect(await Promise.all(sent.map(commandResults))).toEqual([['device_error', 'device_error']]);
  await untilConnected(true);
  await pass(1_000);
  expect(requested(peer, '%23R')).toBe(0);
});

it('the position is asked for as soon as a recall is completed, and once a second after any number of them', async () => {
  const { peer, cameras, pass, untilConnected } = await open((path) =>
    path.includes('%23R') ? `s${path.slice(-8, -6)}` : answering(undefined)(path),
  );
  await untilConnected(true);
  for (const [angle, notification] of [
    ['close', 'q01'],
    ['wide', 'q00'],
    ['close', 'q01'],
  ] as const) {
    await pass(1_000);
    const sent = sentCommand(cameras.send(commandTo.recall(camera, angle)));
    await eventually('the recall is accepted', async () => {
      await pass(20);
      return (await commandResults(sent))[0] === 'done';
    });
    await pass(300);
    const before = requested(peer, 'APC');
    await peer.notify(notificationHex(notification));
    await pass(300);
    expect([cameras.angle(camera), requested(peer, 'APC')]).toEqual([angle, before + 1]);
  }
  const before = requested(peer, 'APC');
  await pass(5_000);
  expect(requested(peer, 'APC') - before).toBeLessThanOrEqual(6);
});

it('a camera that refuses a question is lost for that reason', async () => {
  const { peer, reasons, untilConnected } = await open(answering('s01'));
  await untilConnected(true);
  peer.answer(() => 503);
  await untilConnected(false);
  expect(reasons).toEqual(['it answers with status 503']);
});

it('letters in the answers of a camera may be small or capital', async () => {
  const { peer, cameras, pass, untilConnected } = await open(answering('S01', 'aPC8ABC8DEF', 'gz5AB'));
  await untilConnected(true);
  const sent = sentCommand(cameras.send(commandTo.recall(camera, 'close')));
  await eventually('the recall is accepted', async () => {
    await pass(20);
    return (await commandResults(sent))[0] !== 'pending';
  });
  await peer.notify(notificationHex('q01'));
  await pass(1_000);
  expect([await commandResults(sent), cameras.angle(camera)]).toEqual([['done', 'done'], 'close']);
  peer.answer(answering('S01', 'apc8abc8def', 'GZ5ab'));
  await pass(1_500);
  expect(cameras.angle(camera)).toBe('close');
  peer.answer(answering('S01', 'apc8abc8def', 'GZ1ab'));
  await pass(1_500);
  expect(cameras.angle(camera)).toBeNull();
});

it('a driver that is closed has sent its last request once it says so', async () => {
  const peer = await cameraPeer(answering('s01'));
  closing.push(peer.close);
  const clock = manualClock();
  const address = { host: '127.0.0.1', port: peer.port, notificationPort: 0 };
  const driven = new PanasonicCamera(address, { id: 'cam', clock, log: silent }, () => undefined);
  await expect.poll(() => requested(peer, 'connect=start')).toBe(1);
  driven.close();
  await driven.whenClosed();
  expect(requested(peer, 'connect=stop')).toBe(1);
});
