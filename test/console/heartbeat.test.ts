// The console's heartbeat: whoever listens hears that it is still there, also while nothing happens.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { admin, basic, testConsole, type TestConsole } from './console.js';

const everyMs = 15_000;

let made: TestConsole;
let url: string;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  made = await testConsole();
  url = `http://127.0.0.1:${String((await made.server.listen(0, '127.0.0.1')).port)}`;
});
afterEach(async () => {
  await made.server.close(0);
  vi.useRealTimers();
});

/** Follows a stream; gives a function that tells how often it has been heard that the console is still there. */
const follow = async (path: string, authorization: string) => {
  const { body } = await fetch(url + path, { headers: { authorization } });
  let heard = '';
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder();
    for await (const chunk of body ?? []) heard += decoder.decode(chunk as Uint8Array, { stream: true });
  };
  void read().catch(() => undefined);
  // Its first event: the stream is set up.
  await vi.waitFor(() => {
    expect(heard).toContain('data: ');
  });
  return (): number => heard.split('\n').filter((line) => line.startsWith(':')).length;
};

it('comes every 15 seconds, to services and to operators', async () => {
  const beats = [
    await follow('/sync/events', basic('studio-1', made.key)),
    await follow('/api/events', basic(admin.username, admin.password)),
  ];
  const heard = (times: number) =>
    vi.waitFor(() => {
      expect(beats.map((count) => count())).toEqual([times, times]);
    });
  vi.advanceTimersByTime(everyMs - 1);
  await heard(0);
  vi.advanceTimersByTime(1);
  await heard(1);
  // One after the other: whoever has read nothing between two of them is given up.
  for (const times of [2, 3]) {
    vi.advanceTimersByTime(everyMs);
    await heard(times);
  }
});
