// What an event changes in the studio as the module knows it.
import { describe, expect, it } from 'vitest';
import type { StudioEvent } from '../../../../adapters/client/client.js';
import { applyEvent, arrivedAtMs, changesOutline } from '../../../../adapters/companion/studio/studio.js';
import { sampleStudio } from '../sample-studio.js';

const nowMs = sampleStudio.readAtMs + 5_000;

const eventOf = (type: string, record: unknown) =>
  ({ id: 'run-2', type, data: { [type]: record } }) as unknown as StudioEvent;

const { state } = sampleStudio;

/** The second record of each list, with another state. The names of the lists are those of the events, and `s`. */
const second = {
  signal: { ...state.signals?.[1], value: true },
  macro: { ...state.macros?.[1], state: 'running' },
  automation: { ...state.automations?.[1], state: 'paused' },
  output: { ...state.outputs?.[1], tally: 'program' },
  bank: { ...state.banks?.[1], active: true },
  camera: { ...state.cameras?.[1], angle: 'wide' },
  station: { ...state.stations?.[1], holdsStudio: true },
  variable: { ...state.variables?.[1], value: true },
} as const;

const listOf = (name: string): readonly unknown[] => Reflect.get(state, `${name}s`) as readonly unknown[];

describe.each(Object.entries(second))('an event of a %s', (name, record) => {
  it('replaces the record in its place, and leaves everything else as it is', () => {
    const list = [listOf(name)[0], record];
    const changed = applyEvent(sampleStudio, eventOf(name, record), nowMs);
    expect({ ...changed, arrivals: {} }).toEqual({ ...sampleStudio, state: { ...state, [`${name}s`]: list } });
    expect(changesOutline(sampleStudio, eventOf(name, record))).toBe(false);
  });

  it('is the arrival of that record alone', () => {
    const changed = applyEvent(sampleStudio, eventOf(name, record), nowMs);
    const earlier = applyEvent(changed, eventOf(name, listOf(name)[0]), nowMs - 1_000);
    const [first, other] = [listOf(name)[0], record].map((one) =>
      String(Reflect.get(one as object, 'id') ?? Reflect.get(one as object, 'key')),
    );
    expect([arrivedAtMs(changed, other ?? ''), arrivedAtMs(changed, first ?? '')]).toEqual([
      nowMs,
      sampleStudio.readAtMs,
    ]);
    expect([arrivedAtMs(earlier, other ?? ''), arrivedAtMs(earlier, first ?? '')]).toEqual([nowMs, nowMs - 1_000]);
    const again = applyEvent(changed, eventOf(name, record), nowMs + 1_000);
    expect(arrivedAtMs(again, other ?? '')).toBe(nowMs + 1_000);
  });

  it('makes other buttons if its name is another one, or if it is new', () => {
    const identity = 'key' in record ? { key: 'other' } : { id: 'other' };
    for (const other of [
      { ...record, name: 'Other' },
      { ...record, ...identity },
    ])
      expect(changesOutline(sampleStudio, eventOf(name, other))).toBe(true);
  });

  it('is ignored if the module may not read such records', () => {
    const without = { ...sampleStudio, state: { lastEventId: 'run-1' } };
    expect(applyEvent(without, eventOf(name, record), nowMs)).toBe(without);
    expect(changesOutline(without, eventOf(name, record))).toBe(false);
  });
});

describe('an event that makes other buttons', () => {
  const [output, signal, macro] = [state.outputs?.[1], state.signals?.[1], state.macros?.[1]];

  it.each<readonly [string, string, unknown]>([
    ['another slot', 'output', { ...output, slot: 'floor' }],
    ['a scene less', 'output', { ...output, scenes: output?.scenes.slice(1) }],
    ['another scene', 'output', { ...output, scenes: output?.scenes.map((one) => ({ ...one, id: `new ${one.id}` })) }],
    ['another identifier', 'signal', { ...signal, identifier: 'gate' }],
    ['a parameter', 'macro', { ...macro, parameters: [{ name: 'guest' }] }],
    ['another type', 'variable', { ...state.variables?.[1], type: 'NUMBER' }],
  ])('has %s', (_, name, record) => {
    expect(changesOutline(sampleStudio, eventOf(name, record))).toBe(true);
  });
});

describe('an event of the studio', () => {
  it('replaces what is known of it', () => {
    const studio = { id: 'studio', name: 'Studio', status: 'on_air' };
    expect(applyEvent(sampleStudio, eventOf('studio', studio), nowMs).state).toEqual({ ...state, studio });
  });
});

describe('alarms', () => {
  const alarm = (id: string, clearedAt: string | null = null) => eventOf('alarm', { id, message: id, clearedAt });
  const after = (...events: readonly StudioEvent[]) =>
    events.reduce((studio, event) => applyEvent(studio, event, nowMs), sampleStudio).alarms.map(({ id }) => id);

  it('are listed newest first, each once, and only while they are open', () => {
    expect(after(alarm('a'), alarm('b'))).toEqual(['b', 'a']);
    expect(after(alarm('a'), alarm('b'), alarm('a'))).toEqual(['a', 'b']);
    expect(after(alarm('a'), alarm('b'), alarm('a', '2026-01-01T00:00:00.000Z'))).toEqual(['b']);
    expect(after(alarm('gone', '2026-01-01T00:00:00.000Z'))).toEqual([]);
  });
});
