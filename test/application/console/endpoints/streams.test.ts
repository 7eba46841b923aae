// The event streams of operators, over real sockets.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { changeByConsole } from '../../../../application/console/endpoints/studio-access.js';
import { changeOperators, setPassword } from '../../../../application/console/sign-in/operators.js';
import type { SecondFactorSettings } from '../../../../application/console/sign-in/second-factor-settings.js';
import { defaultConfiguration } from '../../../../domain/access/configuration.js';
import { changeOperator } from '../../../../domain/console/operators.js';
import {
  basic,
  followEvents,
  listeningUrl,
  testConsole,
  type ConsoleUnderTest,
  type FollowedEvents,
} from '../console.js';
import {
  beginSignedIn,
  consoleOfTest,
  follow,
  streamToOperators,
} from '../../../adapters/http/console/operator-stream.contract.js';

let app: ConsoleUnderTest;
let url: string;
const studio = '/api/studios/studio-1';

const start = async (secondFactors: Partial<SecondFactorSettings> = {}): Promise<void> => {
  app = await testConsole({}, secondFactors);
  url = `${await listeningUrl(app)}/api/events`;
};

beforeEach(() => start());
afterEach(() => app.server.close(0));

const receives = ({ events }: FollowedEvents, ...expected: readonly object[]) =>
  vi.waitFor(() => {
    expect(events).toEqual(expect.arrayContaining(expected.map((one) => expect.objectContaining(one) as unknown)));
  });

const shows = (state: object) => ({ event: 'studio', data: expect.objectContaining(state) as unknown });

describe('the event stream', () => {
  it('begins with all studios, even six thousand', async () => {
    const name = 'x'.repeat(128);
    const historyEntry = { time: 0, operator: 'admin', action: 'test', summary: '' };
    const { store } = app.ports;
    for (let index = 0; index < 6_000; index += 1) {
      const id = `many-${String(index)}`;
      const configuration = defaultConfiguration(id);
      await store.addStudio({ studio: { id, name }, keyHash: null, configuration, appliedVersion: null }, historyEntry);
    }
    const stream = await followEvents(url);
    await vi.waitFor(
      () => {
        expect(stream.events).toHaveLength(6_001);
      },
      { timeout: 10_000 },
    );
  });

  it('sends no event twice', async () => {
    const stream = await followEvents(url);
    await receives(stream, shows({ id: 'studio-1' }));
    await app.operate('POST', `${studio}/devices`, { name: 'Panel', access: 'read_only' });
    await app.operate('POST', `${studio}/key`);
    await app.operate('PATCH', studio, { name: 'Another' });
    await receives(stream, shows({ name: 'Another' }));
    const texts = stream.events.map((event) => JSON.stringify(event));
    expect(new Set(texts).size).toBe(texts.length);
  });
});

it('@SIGN-IN-10: the event stream ends when the operator has to set up a second factor', async () => {
  await app.server.close(0);
  await start({ policy: 'admins' });
  const { ports } = app;
  await setPassword(ports, 'vera', 'very secret');
  const giveRole = (role: 'viewer' | 'admin') =>
    changeOperators(ports, changeByConsole(ports, 'test'), { summary: '', change: changeOperator('vera', { role }) });
  await giveRole('viewer');
  const stream = await followEvents(url, await app.signIn({ username: 'vera', password: 'very secret' }));
  await giveRole('admin');
  await stream.ended;
});

const watched = ['/api/studios/studio-1/calls', '/api/studios/studio-1/state'];

['/api/events', ...watched].forEach(streamToOperators);

describe.each(watched)('the stream %s', (path) => {
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
