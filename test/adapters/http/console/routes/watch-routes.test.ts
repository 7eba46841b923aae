// The event streams of what operators watch of a studio.
import { describe, expect, it, vi } from 'vitest';
import { basic } from '../../../../application/console/console.js';
import { beginSignedIn, consoleOfTest, follow, streamToOperators } from '../operator-stream.contract.js';

const paths = ['/api/studios/studio-1/calls', '/api/studios/studio-1/state'];

paths.forEach(streamToOperators);

describe.each(paths)('the stream %s', (path) => {
  beginSignedIn();

  it('@CONSOLE-20: ends at once when its operator loses the role in the studio', async () => {
    const { operate } = consoleOfTest();
    const vera = { username: 'vera', studioRoles: { 'studio-1': 'viewer' }, password: 'very secret' };
    await operate('POST', '/api/operators', vera);
    const seen = await follow(path, { authorization: basic(vera.username, vera.password) });
    expect((await operate('PATCH', '/api/operators/vera', { studioRoles: {} })).status).toBe(200);
    await vi.waitFor(() => {
      expect(seen.isEnded).toBe(true);
    });
    expect(seen.beats).toBe(0);
  });
});
