// How many event streams an operator may have, and that they share their checks.
import { expect, it, vi } from 'vitest';
import { beginSignedIn, consoleOfTest, follow, request, signInAgain, signOut } from '../operator-stream.contract.js';

beginSignedIn();

it.each(['/api/events', '/api/studios/studio-1/calls', '/api/studios/studio-1/state'])(
  '@CONSOLE-35: the stream %s is one of at most 64 of its operator, which are checked together',
  async (path) => {
    const [first] = await Promise.all(Array.from({ length: 64 }, () => follow(path)));
    const refused = await request(path);
    expect([refused.status, await refused.json()]).toEqual([
      409,
      expect.objectContaining({ error: 'conflict', message: expect.stringContaining('64 event streams') as string }),
    ]);
    const reads = vi.spyOn(consoleOfTest().ports.store, 'session');
    await signOut();
    await vi.waitFor(() => {
      expect(first?.isEnded).toBe(true);
    });
    expect(reads.mock.calls.length).toBeLessThan(10);
    await signInAgain();
    await vi.waitFor(async () => {
      expect((await follow(path)).isEnded).toBe(false);
    });
  },
);
