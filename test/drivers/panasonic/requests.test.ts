// The requests to a Panasonic camera that answers slowly.
import { expect, it } from 'vitest';
import { PacedRequests } from '../../../adapters/drivers/panasonic/requests.js';
import { manualClock } from '../../../simulator/clock.js';
import { cameraPeer } from './peer.js';

it('wait once for each path, however often they are sent meanwhile', async () => {
  const peer = await cameraPeer(() => 'ok');
  const clock = manualClock();
  const requests = new PacedRequests({ host: '127.0.0.1', port: peer.port }, clock);
  const answered: string[] = [];
  for (const path of ['/first', '/again', '/again', '/last', '/again'])
    requests.send(path, () => {
      answered.push(path);
    });
  for (const count of [1, 2, 3]) {
    await expect.poll(() => answered).toHaveLength(count);
    await clock.advance(130);
  }
  expect(peer.paths).toEqual(['/first', '/last', '/again']);
  requests.clear();
  await peer.close();
});
