// The requests to a Panasonic camera that answers slowly.
import { expect, it } from 'vitest';
import { PacedRequests } from '../../../adapters/drivers/panasonic/requests.js';
import { manualClock } from '../../../simulator/clock.js';
import { cameraPeer } from './peer.js';

it('are dropped by a recall, also an earlier recall', async () => {
  const peer = await cameraPeer(() => 'ok');
  const clock = manualClock();
  const requests = new PacedRequests({ host: '127.0.0.1', port: peer.port }, clock);
  const answered: string[] = [];
  const noting = (path: string) => () => {
    answered.push(path);
  };
  requests.send('/question', noting('/question'));
  requests.send('/dropped', noting('/dropped'));
  requests.sendFirst('/earlier', noting('/earlier'));
  requests.sendFirst('/later', noting('/later'));
  await expect.poll(() => answered).toEqual(['/question']);
  await clock.advance(130);
  await expect.poll(() => answered).toEqual(['/question', '/later']);
  // Nothing else waits: a request that is sent from now on is the next.
  requests.send('/next', noting('/next'));
  await clock.advance(130);
  await expect.poll(() => answered).toEqual(['/question', '/later', '/next']);
  expect(peer.paths).toEqual(['/question', '/later', '/next']);
  requests.clear();
  await peer.close();
});

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
