// What keys show of the studio: their light and their text.
import { describe, expect, it } from 'vitest';
import { countdown, keyState, type Key } from '../../../../../adapters/web/screens/panel/key-state.js';
import type { StudioRecord, StudioRecords } from '../../../../../adapters/web/screens/live/records.js';

const now = Date.UTC(2021, 2, 1, 12);

const scene = (change: object = {}) => ({
  ...{
    id: 'full',
    clip: null,
    bank: null,
    endsAt: null,
    paused: false,
    positionMs: null,
    durationMs: null,
    cued: null,
  },
  ...change,
});
const output = (change: object, ...scenes: readonly object[]): StudioRecord => ({
  ...{ id: 'out-1', connected: true, tally: 'off', scenes },
  ...change,
});

const about = (kind: string, change: object = {}) => ({
  kind,
  id: 'one',
  scene: null,
  bank: null,
  clip: null,
  ...change,
});
const key = (change: object): Key =>
  ({ label: 'Key', press: null, show: null, with: {}, about: null, ...change }) as unknown as Key;
const recordsOf = (kind: string, record: StudioRecord, id = 'one'): StudioRecords =>
  new Map([[kind, new Map([[id, record]])]]);

const weather = key({ press: 'clip.play', about: about('outputs', { bank: 'news', clip: 'weather' }) });
const playing = scene({ clip: 'weather', bank: 'news', endsAt: new Date(now + 65_000).toISOString() });

describe('a key of a clip', () => {
  it.each([
    ['is on air', output({ tally: 'program' }, playing), { light: 'air', text: '1:05' }],
    ['plays off air', output({}, playing), { light: 'on', text: '1:05' }],
    [
      'is paused',
      output({}, { ...playing, endsAt: null, paused: true, positionMs: 10_000, durationMs: 70_000 }),
      { light: 'on', text: '1:00 paused' },
    ],
    ['is cued', output({}, scene({ cued: { bank: 'news', clip: 'weather' } })), { light: 'ready', text: 'cued' }],
    ['plays from another bank', output({}, { ...playing, bank: 'music' }), { light: 'off', text: '' }],
    ['is away', output({ connected: false }, scene()), { light: 'off', text: '', isAway: true }],
  ] as const)('shows that it %s', (_, record, shown) => {
    expect(keyState(weather, recordsOf('outputs', record), now)).toMatchObject(shown);
  });

  it('is about the scene that it names', () => {
    const left = key({ press: 'clip.play', about: about('outputs', { bank: 'news', clip: 'weather', scene: 'LEFT' }) });
    const wall = output({}, { ...playing, id: 'left' }, scene({ id: 'right' }));
    expect(keyState(left, recordsOf('outputs', wall), now).light).toBe('on');
    const swapped = output({}, scene({ id: 'left' }), { ...playing, id: 'right' });
    expect(keyState(left, recordsOf('outputs', swapped), now).light).toBe('off');
  });
});

describe('a key', () => {
  it.each([
    [{ show: 'output.remaining' }, 'outputs', output({}, playing), { text: '1:05' }],
    [{ show: 'output.get' }, 'outputs', output({ tally: 'program' }, playing), { light: 'air', text: 'weather' }],
    [
      { press: 'output.take' },
      'outputs',
      output({}, scene({ cued: { bank: 'a', clip: 'b' } })),
      { light: 'ready', text: 'b' },
    ],
    [
      { press: 'playlist.play', with: { key: 'news' } },
      'outputs',
      output({}, scene({ playlist: { bank: 'news', at: 2, of: 4, next: null, loop: false } })),
      { light: 'on', text: '2 of 4' },
    ],
    [{ press: 'signal.on' }, 'signals', { value: true }, { light: 'on', text: '' }],
    [{ press: 'signal.off' }, 'signals', { value: true }, { light: 'off' }],
    [{ show: 'signal.get' }, 'signals', { value: false }, { light: 'off', text: 'off' }],
    [{ press: 'camera.recall', with: { angle: 'Wide' } }, 'cameras', { angle: 'wide' }, { light: 'on' }],
    [{ show: 'camera.tally' }, 'cameras', { tally: 'program' }, { light: 'air', text: 'program' }],
    [{ press: 'macro.run' }, 'macros', { state: 'running', step: 2, steps: 5 }, { light: 'on', text: '2 of 5' }],
    [{ press: 'bank.activate' }, 'banks', { active: true }, { light: 'on' }],
    [{ press: 'variable.set', with: { value: '3' } }, 'variables', { value: 3 }, { light: 'on' }],
    [{ show: 'variable.value' }, 'variables', { value: null }, { text: '' }],
  ] as const)('%j shows %s', (named, kind, record, shown) => {
    expect(keyState(key({ ...named, about: about(kind) }), recordsOf(kind, record), now)).toMatchObject(shown);
  });

  it.each([
    [{ press: 'studio.onair' }, 'studio', { status: 'on_air' }, { light: 'air' }],
    [{ show: 'studio.status' }, 'studio', { status: 'off_air' }, { light: 'off', text: 'off air' }],
    [
      { press: 'station.take', with: { id: 'Alpha FM' } },
      'station',
      { id: 'alpha', name: 'Alpha FM' },
      { light: 'on' },
    ],
    [{ show: 'station.get' }, 'station', { id: 'alpha', name: 'Alpha FM' }, { text: 'Alpha FM' }],
  ] as const)('%j shows the whole of %s', (named, kind, record, shown) => {
    expect(
      keyState(key({ ...named, about: about(kind, { id: null }) }), recordsOf(kind, record, ''), now),
    ).toMatchObject(shown);
  });

  it('shows nothing of a record that it may not read', () => {
    expect(keyState(weather, new Map(), now)).toEqual({ light: 'off', text: '', isAway: false });
  });
});

it.each([
  [0, '0:00'],
  [500, '0:01'],
  [65_000, '1:05'],
  [3_661_000, '1:01:01'],
])('%d ms count down as %s', (ms, text) => {
  expect(countdown(ms)).toBe(text);
});
