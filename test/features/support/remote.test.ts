// Calls to another process of the tests, which may end before it answers.
import { expect, it } from 'vitest';
import { startRemote } from '../../../features/support/remote.js';

const program = (code: string) => startRemote<{ wait: () => void }>([process.execPath, '-e', code]);

it('a call fails when the other process ends before it answers', async () => {
  const remote = program('process.stdin.once("data", () => process.exit(1))');
  await expect(remote.functions.wait()).rejects.toThrow('the other process ended before it answered');
  await remote.end();
});
