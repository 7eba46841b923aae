// How long a connection has waited for a reply, whichever requests are replied to.
import { expect, it } from 'vitest';
import { AwaitedReplies } from '../../../../adapters/drivers/casparcg/awaited-replies.js';

it('a wait begins with the first open request, and anew with each reply while another one is open', () => {
  const awaited = new AwaitedReplies();
  expect(awaited.waitedMs(500)).toBe(0);
  awaited.noteSent(1, 1_000);
  awaited.noteSent(2, 1_010);
  expect(awaited.waitedMs(1_030)).toBe(30);
  awaited.noteReply(1, 1_040);
  expect(awaited.waitedMs(1_050)).toBe(10);
  awaited.noteReply(2, 1_060);
  expect(awaited.waitedMs(9_000)).toBe(0);
});

it('a server that replies to every request, always to one before the last, never seems to hang', () => {
  const awaited = new AwaitedReplies();
  for (let request = 1; request < 500; request += 1) {
    awaited.noteSent(request, request * 100);
    if (request > 1) awaited.noteReply(request - 1, request * 100 + 50);
    expect(awaited.waitedMs(request * 100 + 60)).toBeLessThanOrEqual(60);
  }
});

it('a reply ends the wait for the requests before it, and a late one to these begins none', () => {
  const awaited = new AwaitedReplies();
  awaited.noteSent(1, 1_000);
  awaited.noteSent(2, 1_010);
  awaited.noteReply(2, 1_020);
  awaited.noteReply(1, 1_030);
  expect(awaited.waitedMs(9_000)).toBe(0);
});

it('a lost connection leaves no wait behind', () => {
  const awaited = new AwaitedReplies();
  awaited.noteSent(1, 1_000);
  awaited.clear();
  expect(awaited.waitedMs(9_000)).toBe(0);
  awaited.noteSent(2, 10_000);
  expect(awaited.waitedMs(10_005)).toBe(5);
});
