// Small rules of the console's page: times, texts and checks, at their limits.
import { describe, expect, it } from 'vitest';
import {
  explain,
  isEditConflict,
  isMissing,
  isUnauthorized,
  needsCode,
  RequestRefused,
} from '../../adapters/web/console/api/failure.js';
import { errorsOf } from '../../adapters/web/console/api/rules.js';
import { checkExpiry, futureExpiry } from '../../adapters/web/console/devices/expiry-rules.js';
import { findTargets, pageTargets, recordTargets } from '../../adapters/web/console/find/targets.js';
import {
  countdownText,
  currentState,
  interrupted,
  nothingLive,
  silenceMs,
} from '../../adapters/web/console/live/live.js';
import { checkCode, checkPassword, checkSetUp, setUpRequestOf } from '../../adapters/web/console/second-factor/code.js';
import { filterQuery } from '../../adapters/web/console/history/filter.js';
import { differences } from '../../adapters/web/console/settings/difference.js';
import { connectCommand } from '../../adapters/web/console/studios/connect-command.js';
import { overlapMs, overlapOptions } from '../../adapters/web/console/ui/overlap.js';

it.each([
  [0, '0:00'],
  [-5_000, '0:00'],
  [1, '0:01'],
  [1_000, '0:01'],
  [1_001, '0:02'],
  [59_001, '1:00'],
  [61_000, '1:01'],
  [3_599_001, '1:00:00'],
  [3_600_000, '1:00:00'],
  [36_061_000, '10:01:01'],
])('%d ms are counted down as %s', (ms, text) => {
  expect(countdownText(ms)).toBe(text);
});

describe('@LIVE-3: the live state', () => {
  const last = { receivedAtMs: 1_000, time: '', state: { entries: [] } } as never;
  const shown = { ...nothingLive, isOpen: true, isUninterrupted: true, last };

  it('is current until a service is silent for 25 s', () => {
    expect(silenceMs).toBe(25_000);
    expect(currentState(shown, 1_000 + silenceMs - 1)).toBe(last);
    expect(currentState(shown, 1_000 + silenceMs)).toBeUndefined();
  });

  it('is of the past after an interruption, also when the stream is open again', () => {
    expect(currentState({ ...interrupted(shown), isOpen: true }, 1_000)).toBeUndefined();
    expect(currentState({ ...shown, isOpen: false }, 1_000)).toBeUndefined();
    expect(interrupted(shown).last).toBe(last);
  });
});

describe('an expiry', () => {
  const past = '2020-01-01T00:00:00.000Z';
  const future = '2999-01-01T00:00:00.000Z';

  it('must be in the future, unless it is not changed', () => {
    expect([checkExpiry(null), checkExpiry(future), checkExpiry(past, past)]).toEqual([{}, {}, {}]);
    expect(checkExpiry(past)).toEqual({ expiresAt: 'Enter a time in the future.' });
    expect(checkExpiry(past, future)).toEqual({ expiresAt: 'Enter a time in the future.' });
  });

  it('is not copied once it has passed', () => {
    expect([futureExpiry(past), futureExpiry(future), futureExpiry(null)]).toEqual([null, future, null]);
  });
});

it('an old secret stays valid as long as its option reads', () => {
  const dayMs = 86_400_000;
  expect(overlapOptions('gone').map(({ value, label }) => [label, overlapMs[value]])).toEqual([
    ['Not at all', 0],
    ['1 hour', 3_600_000],
    ['1 day', dayMs],
    ['7 days', 7 * dayMs],
    ['30 days', 30 * dayMs],
  ]);
});

it('a code has at least 6 digits, and a password at least one character', () => {
  expect([checkCode('code', '12345'), checkCode('code', ' 12345 '), checkCode('code', ' 123456 ')]).toEqual([
    { code: 'Enter the 6 digits that the app shows.' },
    { code: 'Enter the 6 digits that the app shows.' },
    {},
  ]);
  // A recovery code is longer.
  expect(checkCode('code', 'abcd-efgh-jkmn')).toEqual({});
  expect([checkPassword(''), checkPassword(' ')]).toEqual([{ password: 'Enter your password.' }, {}]);
});

it('a second factor is set up with the new code, and replaced with that of the present app too', () => {
  const input = { password: 'p', code: '111111', currentCode: '222222' };
  expect(setUpRequestOf(input, 's', true)).toEqual({ ...input, secret: 's' });
  expect(setUpRequestOf(input, 's', false)).toEqual({ ...input, secret: 's', currentCode: null });
  const short = { ...input, currentCode: '' };
  expect([checkSetUp(short, false), Object.keys(checkSetUp(short, true))]).toEqual([{}, ['currentCode']]);
});

describe('a refusal of the console', () => {
  const refused = (status: number, secondFactor?: 'code' | 'enrolment') =>
    new RequestRefused(status, 'x', 'it failed', secondFactor);

  it('is recognized by its status', () => {
    const kinds = (error: unknown) => [isEditConflict, isUnauthorized, isMissing].map((is) => is(error));
    expect([412, 401, 404, 409].map((status) => kinds(refused(status)))).toEqual([
      [true, false, false],
      [false, true, false],
      [false, false, true],
      [false, false, false],
    ]);
    expect(kinds(new Error('412'))).toEqual([false, false, false]);
    expect([refused(401, 'code'), refused(401, 'enrolment'), refused(401)].map(needsCode)).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('is a sentence, with the errors of its fields', () => {
    expect([explain(refused(400)), explain(new Error('Why?')), explain('x')]).toEqual([
      'It failed.',
      'Why?',
      'Something went wrong.',
    ]);
    expect(
      errorsOf('listedDevices[0].address: expected an address; name: expected 1 to 64 characters; it failed'),
    ).toEqual({
      'listedDevices[0].address': 'Expected an address.',
      name: 'Expected 1 to 64 characters.',
    });
  });
});

it('the days of a filter are whole days of the browser’s calendar, both included', () => {
  expect(filterQuery({ from: '2021-02-28', to: '2021-02-28', operator: 'ann' })).toEqual({
    operator: 'ann',
    from: new Date(2021, 1, 28).toISOString(),
    to: new Date(2021, 2, 1).toISOString(),
  });
});

it('settings differ if their texts do, also one that only one state has', () => {
  const before = new Map([
    ['Name', 'A'],
    ['Access', 'Read only'],
    ['Old', 'x'],
  ]);
  const after = new Map([
    ['Name', 'A'],
    ['Access', 'Control'],
    ['New', 'y'],
  ]);
  expect(differences(before, after)).toEqual([
    { setting: 'Access', before: 'Read only', after: 'Control' },
    { setting: 'Old', before: 'x', after: '–' },
    { setting: 'New', before: '–', after: 'y' },
  ]);
});

it('the command that connects a service asks for the key, and quotes the address for the shell', () => {
  const command = connectCommand("https://a'b");
  expect(command).toContain(String.raw`key && printf '%s\n' "$key" | sudo install -m 640 -g studio-control`);
  // Other settings of the service stay.
  expect(command).toMatch(/\| sudo tee -a \/etc\/studio-control\/service\.env >\/dev\/null && sudo systemctl restart/);
  expect(command).toContain(String.raw`'CONSOLE_URL=https://a'\''b' 'STUDIO_KEY_FILE=/etc/studio-control/studio-key'`);
});

describe('what is found', () => {
  const target = (name: string, kind = 'Page') => ({ href: '/', name, kind });

  it('has every word in name or kind, and names that begin with the text first, 12 at most', () => {
    const names = (text: string, ...targets: ReturnType<typeof target>[]) =>
      findTargets(targets, text).map(({ name }) => name);
    expect(names('ope', target('Slope'), target('Opera'), target('Other', 'Open'))).toEqual([
      'Opera',
      'Slope',
      'Other',
    ]);
    expect(names('page op', target('Opera'), target('Opera', 'Device'))).toEqual(['Opera']);
    expect(names('a', ...Array.from({ length: 13 }, () => target('a')))).toHaveLength(12);
    expect(names('b', ...Array.from({ length: 13 }, () => target('ab')), target('b'))[0]).toBe('b');
  });

  it('has the pages of admins for admins only', () => {
    const hrefs = (isAdmin: boolean) => pageTargets(isAdmin).map(({ href }) => href);
    expect(hrefs(false)).toEqual(['/studios', '/account']);
    expect(hrefs(true)).toEqual(['/studios', '/operators', '/removed-studios', '/account']);
  });

  it('has records of the studio that is shown first, with encoded addresses', () => {
    const record = (studioId: string) =>
      ({ kind: 'device', studioId, studioName: 'S', name: 'a&b', detail: '' }) as never;
    expect(recordTargets([record('a'), record('b/c')], 'b/c').map(({ href, kind }) => [href, kind])).toEqual([
      ['/studios/b%2Fc/devices?search=a%26b', 'Device · S'],
      ['/studios/a/devices?search=a%26b', 'Device · S'],
    ]);
  });
});
