// The session of the page: what stays of an operator, what the roles permit, and what keeps it alive.
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { call } from '../../../../../adapters/web/console/api/client.js';
import { hasSessionEnded } from '../../../../../adapters/web/console/api/connection-status.js';
import { PageFrame } from '../../../../../adapters/web/console/frame/page-frame.js';
import { EnrolPage } from '../../../../../adapters/web/console/second-factor/enrol-page.js';
import {
  keepSessionWhileActive,
  useHasRoleIn,
  useMayOperate,
  useSignIn,
} from '../../../../../adapters/web/console/session/session.js';
import { alerts, hook, pick, press, show, shows } from '../../page-bench.js';
import { refused, replied, server } from '../../page-server.js';
import { sessionOf, signedIn } from '../fixtures.js';

it.each([
  ['viewer', { a: 'admin' }, [true, true, true]],
  ['operator', { a: 'viewer' }, [true, true, false]],
  ['admin', {}, [true, true, true]],
  [null, { a: 'operator' }, [true, true, false]],
  [null, { b: 'admin' }, [false, false, false]],
] as const)('the higher of the roles %s and %j counts in a studio', (role, studioRoles, expected) => {
  const around = { answers: [signedIn({ role, studioRoles })] };
  const held = (['viewer', 'operator', 'admin'] as const).map((one) =>
    hook(() => useHasRoleIn('a', one), around).current(),
  );
  expect(held).toEqual(expected);
  expect(hook(useMayOperate, around).current()('a')).toBe(expected[1]);
});

it('everything is read again when a session begins', async () => {
  server.reply('POST /session', sessionOf({ role: 'admin' }));
  const answers = [signedIn(), [['studios'], []], [['operators'], []]] as const;
  hasSessionEnded.set(true);
  const { client, current } = hook(useSignIn, { answers });
  await act(() => current().mutateAsync({ username: 'ann', password: 'x' }));
  expect([hasSessionEnded.get(), client.getQueryData(['session'])]).toEqual([false, sessionOf({ role: 'admin' })]);
  const outdated = ['session', 'studios', 'operators'].map((key) => client.getQueryState([key])?.isInvalidated);
  expect(outdated).toEqual([false, true, true]);
});

it.each([
  ['pointerdown', 'keydown'],
  ['keydown', 'wheel'],
  ['wheel', 'touchstart'],
  ['touchstart', 'pointerdown'],
])('@OPERATOR-8: each request states how long the operator has done nothing, since %s', async (input, before) => {
  const now = Date.UTC(2021, 2, 14);
  vi.useFakeTimers({ toFake: ['Date'], now: now - 10_000 });
  fireEvent(document.body, new Event(before, { bubbles: true }));
  vi.setSystemTime(now);
  fireEvent(document.body, new Event(input, { bubbles: true }));
  server.reply('GET /studios', {});
  for (const ms of [0, 999, 1_500, 90_000, -5_000]) {
    vi.setSystemTime(now + ms);
    await call('studio.list');
  }
  expect(server.requests.map(({ headers }) => headers.get('X-Idle-Seconds'))).toEqual(['0', '0', '1', '90', '0']);
});

it('@OPERATOR-8: a session is kept alive while the operator does something, and no longer', () => {
  const { client } = show(<p />, { answers: [signedIn()] });
  vi.useFakeTimers();
  const input = (): boolean => fireEvent(document.body, new Event('keydown', { bubbles: true }));
  const refreshed = (): boolean => {
    const was = client.getQueryState(['session'])?.isInvalidated === true;
    client.setQueryData(['session'], sessionOf());
    return was;
  };
  const stop = keepSessionWhileActive(client);
  const after = [1, 2, 3, 4, 5].map((minute) => {
    vi.advanceTimersByTime(30_000);
    if (minute === 1 || minute === 4) input();
    vi.advanceTimersByTime(30_000);
    return refreshed();
  });
  expect(after).toEqual([true, false, false, true, false]);
  input();
  stop();
  vi.advanceTimersByTime(60_000);
  expect(refreshed()).toBe(false);
});

it.each(['frame', 'enrolment'])(
  'an operator stays signed in if the sign-out is refused, and sees why: %s',
  async (at) => {
    const page = <PageFrame operator={sessionOf()}>{null}</PageFrame>;
    const { client } = show(at === 'frame' ? page : <EnrolPage />, { answers: [signedIn()] });
    const signOut = (): Promise<void> => (at === 'frame' ? pick(/^ann/, 'Sign out') : press('Sign out'));
    server.answer(
      'DELETE /session',
      () => refused(503, 'later'),
      () => replied(undefined),
    );
    await signOut();
    await shows('You are still signed in.');
    expect(alerts()).toContainEqual('You are still signed in. Later.');
    expect(client.getQueryData(['session'])).toEqual(sessionOf());
    await signOut();
    await expect.poll(() => client.getQueryData(['session'])).toBeNull();
    expect(screen.queryByText('You are still signed in.')).toBeNull();
  },
);
