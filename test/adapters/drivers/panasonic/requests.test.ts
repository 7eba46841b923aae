// The requests to a Panasonic camera that answers slowly.
import { createServer, type RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import * as E from 'fp-ts/lib/Either.js';
import { expect, it, onTestFinished } from 'vitest';
import { PacedRequests } from '../../../../adapters/drivers/panasonic/requests.js';
import { manualClock } from '../../../../simulator/clock.js';
import { passUntil, settleSockets } from '../advance-clock.js';
import { listenOnLoopback } from '../../../support/loopback.js';

/** Returns the requests to a server, and the answers, of which failures are listed as such. */
const requestsTo = async (listener: RequestListener = ({ url }, response) => response.end(url)) => {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url ?? '');
    listener(request, response);
  });
  const port = await listenOnLoopback(server);
  const clock = manualClock();
  const requests = new PacedRequests({ host: '127.0.0.1', port }, { clock });
  onTestFinished(() => {
    requests.clear();
    server.closeAllConnections();
    server.close();
  });
  const answers: string[] = [];
  const note = (answer: E.Either<string, string>): void =>
    void answers.push(E.isLeft(answer) ? `failed: ${answer.left}` : answer.right);
  return { requests, clock, paths, answers, note };
};

it('are dropped by a recall, also an earlier recall', async () => {
  const { requests, clock, paths, answers, note } = await requestsTo();
  for (const path of ['/question', '/dropped']) requests.send(path, note);
  for (const path of ['/earlier', '/later']) requests.sendFirst(path, note);
  await expect.poll(() => answers).toEqual(['/question']);
  await clock.advance(130);
  await expect.poll(() => answers).toEqual(['/question', '/later']);
  // Nothing else waits: a request that is sent from now on is the next.
  requests.send('/next', note);
  await clock.advance(130);
  await expect.poll(() => answers).toEqual(['/question', '/later', '/next']);
  expect(paths).toEqual(answers);
});

it('wait once for each path, however often they are sent meanwhile', async () => {
  const { requests, clock, paths, answers, note } = await requestsTo();
  for (const path of ['/first', '/again', '/again', '/last', '/again']) requests.send(path, note);
  for (const count of [1, 2, 3]) {
    await expect.poll(() => answers).toHaveLength(count);
    await clock.advance(130);
  }
  expect(paths).toEqual(['/first', '/last', '/again']);
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
  const { requests, clock, paths, answers, note } = await requestsTo(() => undefined);
  requests[verb]('/slow', note);
  await expect.poll(() => paths.length).toBe(1);
  await clock.advance(limitMs - 1);
  await settleSockets();
  expect(answers).toEqual([]);
  await clock.advance(1);
  await expect.poll(() => answers.length).toBe(1);
  expect(answers[0]).toMatch(/^failed: /);
});

it('are forgotten by a clearing, also the one that is on its way, and the next one is sent at once', async () => {
  const { requests, clock, paths, answers, note } = await requestsTo(
    ({ url }, response) => void (url === '/next' && response.end(url)),
  );
  requests.send('/first', note);
  requests.send('/waiting', note);
  await expect.poll(() => paths).toEqual(['/first']);
  requests.clear();
  requests.send('/next', note);
  await expect.poll(() => answers).toEqual(['/next']);
  await clock.advance(10_000);
  await settleSockets();
  expect([paths, answers]).toEqual([['/first', '/next'], ['/next']]);
});

it('whose answers have an error status fail', async () => {
  const { requests, answers, note } = await requestsTo((_, response) => {
    response.statusCode = 401;
    response.end('s01');
  });
  requests.send('/question', note);
  await expect.poll(() => answers).toEqual(['failed: it asks for a user and password']);
});
