// Faults of the network count the datagrams of each channel of a simulated CasparCG server by themselves.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { OscFeed } from '../../../simulator/casparcg/osc-feed.js';
import { manualClock } from '../../../simulator/clock.js';
import { eventually } from '../../support/eventually.js';

it('every second datagram of each channel is lost', async () => {
  const clock = manualClock();
  const socket = createSocket('udp4');
  const received = [0, 0];
  socket.on('message', (datagram) => {
    for (const index of [0, 1])
      if (datagram.includes(`/channel/${String(index + 1)}/`)) received[index] = (received[index] ?? 0) + 1;
  });
  await once(socket.bind(0, '127.0.0.1'), 'listening');
  let frames = 0;
  const feed = new OscFeed(
    {
      port: null,
      channels: () => {
        frames += 1;
        return [[{ path: 'format', values: ['a'] }], [{ path: 'format', values: ['b'] }]];
      },
      deliveryDelaysMs: () => [0],
      frameMs: () => 40,
    },
    clock,
  );
  feed.open({ address: '127.0.0.1', family: 'IPv4', port: 0 });
  feed.setFault({ type: 'gaps' });
  feed.subscribe('127.0.0.1', socket.address().port);
  await eventually('six frames are sent', async () => {
    await clock.advance(40);
    return frames >= 6;
  });
  const half = Math.ceil(frames / 2);
  await eventually('half of them arrive', () => (received[0] ?? 0) + (received[1] ?? 0) >= 2 * half);
  expect(received).toEqual([half, half]);
  feed.close();
  socket.close();
});
