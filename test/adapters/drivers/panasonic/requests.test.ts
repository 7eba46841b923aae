// The requests to a Panasonic camera that answers slowly.
import { createServer, type RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import * as E from 'fp-ts/lib/Either.js';
import { afterEach, expect, it } from 'vitest';
import { PacedRequests } from '../../../../adapters/drivers/panasonic/requests.js';
import { manualClock } from '../../../../simulator/clock.js';
import { passUntil, settleSockets } from '../../playout/advance-clock.js';
import { listenOnLoopback } from '../../../support/loopback.js';
import { cameraPeer } from './peer.js';

const closing: (() => void)[] = [];

afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Returns the requests to a server, and the answers, of which failures are listed as such. */
const requestsTo = async (listener: RequestListener) => {
  const server = createServer(listener);
  const port = await listenOnLoopback(server);
  const clock = manualClock();
  const requests = new PacedRequests({ host: '127.0.0.1', port }, clock);
  closing.push(
    () => {
      requests.clear();
    },
    () => {
      server.closeAllConnections();
      server.close();
    },
  );
  const answers: string[] = [];
  const note = (answer: E.Either<string, string>): void =>
    void answers.push(E.isLeft(answer) ? `failed: ${answer.left}` : answer.right);
  return { requests, clock, answers, note };
};

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

it('are sent again on another connection if the kept one proves to be dead', async () => {
  const used = new WeakSet<Socket>();
  const { requests, clock, answers, note } = await requestsTo(({ socket, url }, response) => {
    if (used.has(socket)) socket.destroy();
    else response.end(url);
    used.add(socket);
  });
  for (const path of ['/first', '/second', '/third']) {
    requests.send(path, note);
    await passUntil(clock, () => answers.at(-1) === path);
  }
  expect(answers).toEqual(['/first', '/second', '/third']);
});

it.each([
  ['a question', 'send', 3_000],
  ['a recall', 'sendFirst', 7_000],
] as const)('that are %s wait for their answers for their own time', async (_, verb, limitMs) => {
  let arrived = 0;
  const { requests, clock, answers, note } = await requestsTo(() => {
    arrived += 1;
  });
  requests[verb]('/slow', note);
  await expect.poll(() => arrived).toBe(1);
  await clock.advance(limitMs - 1);
  await settleSockets();
  expect(answers).toEqual([]);
  await clock.advance(1);
  await expect.poll(() => answers.length).toBe(1);
  expect(answers[0]).toMatch(/^failed: /);
});

it('are forgotten by a clearing, also the one that is on its way, and the next one is sent at once', async () => {
  const arrived: string[] = [];
  const { requests, clock, answers, note } = await requestsTo(({ url = '' }, response) => {
    arrived.push(url);
    if (url === '/next') response.end(url);
  });
  requests.send('/first', note);
  requests.send('/waiting', note);
  await expect.poll(() => arrived).toEqual(['/first']);
  requests.clear();
  requests.send('/next', note);
  await expect.poll(() => answers).toEqual(['/next']);
  await clock.advance(10_000);
  await settleSockets();
  expect([arrived, answers]).toEqual([['/first', '/next'], ['/next']]);
});

it('whose answers have an error status fail', async () => {
  const { requests, answers, note } = await requestsTo((_, response) => {
    response.statusCode = 401;
    response.end('s01');
  });
  requests.send('/question', note);
  await expect.poll(() => answers).toEqual(['failed: it answers with status 401']);
});
