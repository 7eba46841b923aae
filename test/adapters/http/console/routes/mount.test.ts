// The heartbeat in the console's event streams.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  testAdmin,
  basic,
  testConsole,
  type ConsoleUnderTest,
  listeningUrl,
} from '../../../../application/console/console.js';

const everyMs = 15_000;

let app: ConsoleUnderTest;
let url: string;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  app = await testConsole();
  url = await listeningUrl(app);
});
afterEach(async () => {
  await app.server.close(0);
  vi.useRealTimers();
});

/** Follows a stream; returns a function that counts its heartbeats. */
const follow = async (path: string, authorization: string) => {
  const { body } = await fetch(url + path, { headers: { authorization } });
  let received = '';
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder();
    for await (const chunk of body ?? []) received += decoder.decode(chunk as Uint8Array, { stream: true });
  };
  void read().catch(() => undefined);
  // The first event shows that the stream is open.
  await vi.waitFor(() => {
    expect(received).toContain('data: ');
  });
  return (): number => received.split('\n').filter((line) => line.startsWith(':')).length;
};

it('is sent every 15 seconds, to services and to operators', async () => {
  const beats = [
    await follow('/sync/events', basic('studio-1', app.key)),
    await follow('/api/events', basic(testAdmin.username, testAdmin.password)),
  ];
  const haveBeats = (times: number) =>
    vi.waitFor(() => {
      expect(beats.map((count) => count())).toEqual([times, times]);
    });
  vi.advanceTimersByTime(everyMs - 1);
  await haveBeats(0);
  vi.advanceTimersByTime(1);
  await haveBeats(1);
  // One at a time: a stream that reads nothing between two heartbeats is ended.
  for (const times of [2, 3]) {
    vi.advanceTimersByTime(everyMs);
    await haveBeats(times);
  }
});
