// A camera that doesn't get every inquiry, because datagrams may be lost.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import * as E from 'fp-ts/lib/Either.js';
import { expect, it, onTestFinished } from 'vitest';
import { discovery } from '../../../../adapters/drivers/visca/discovery.js';
import { manualClock } from '../../../../simulator/clock.js';
import { eventually } from '../../../support/eventually.js';

it('a camera is asked every 0.7 s until it answers, and no more then', async () => {
  const clock = manualClock();
  const camera = createSocket('udp4');
  onTestFinished(() => void camera.close());
  camera.bind(0, '127.0.0.1');
  await once(camera, 'listening');
  let inquiries = 0;
  camera.on('message', (_bytes, { port, address }) => {
    inquiries += 1;
    if (inquiries === 4) camera.send(Buffer.from('0111000400000001906002ff', 'hex'), port, address);
  });
  const { signal } = new AbortController();
  const found = discovery.probe({ host: '127.0.0.1', port: camera.address().port }, { clock, signal });
  for (let asked = 1; asked < 4; asked += 1) {
    await eventually('it is asked', () => inquiries === asked);
    await clock.advance(699);
    expect(inquiries).toBe(asked);
    await clock.advance(1);
  }
  expect(await found).toEqual(E.right({ description: 'a camera that speaks VISCA over IP' }));
  expect(clock.waiting()).toBe(0);
});
