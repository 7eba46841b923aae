// What the studio is doing, as the service sends it while operators watch: the newest state, and nothing while nobody watches.
import { describe, expect, it } from 'vitest';
import type { AccessPolicy } from '../../../domain/access/access-policy.js';
import { changeNotifier } from '../../../application/ports/watch.js';
import { liveStateOf, liveStateSource } from '../../../application/events/live-state.js';
import type { StateRecords } from '../../../application/events/state-parts.js';
import type { StudioEvent } from '../../../application/events/view.js';
import type { LayoutChange } from '../../../application/state/current-layout.js';
import { idleScene } from '../../support/scenes.js';

const cuedScene = { ...idleScene('left'), cued: { bank: 'news', clip: 'closer' } };
const output = {
  id: 'out-2',
  slot: 'wall',
  name: 'Video wall',
  connected: true,
  tally: 'preview',
  confirmedBy: undefined,
  lead: undefined,
  players: undefined,
} as const;
const records: StateRecords = {
  studio: { id: 'studio-1', name: 'Studio One', status: 'on_air' },
  station: { id: 'alpha', name: 'Alpha FM', holdsStudio: true },
  outputs: [{ ...output, scenes: [cuedScene, { ...cuedScene, id: 'right', cued: null, durationMs: 10.4 }] }],
  macros: [
    { id: 'm', name: 'Opening', state: 'running', step: 2, steps: 5, parameters: [], lastRun: null },
    { id: 'n', name: 'Closing', state: 'idle', step: 0, steps: 5, parameters: [], lastRun: null },
  ],
  automations: [
    { id: 'a', name: 'Hour', state: 'failed', nextRunAt: null, lastRun: null },
    { id: 'b', name: 'Day', state: 'stopped', nextRunAt: null, lastRun: null },
  ],
  cameras: [{ id: 'c', name: 'Host', angle: 'wide', connected: true, tally: 'off', confirmedBy: undefined }],
};

/** A source whose reads are counted. */
const bench = () => {
  const [events, layouts, policies] = [
    changeNotifier<StudioEvent>(),
    changeNotifier<LayoutChange>(),
    changeNotifier<AccessPolicy>(),
  ];
  const state = { reads: 0, notifications: 0 };
  const source = liveStateSource({
    events: {
      watch: events.watch,
      state: () => {
        state.reads += 1;
        return { lastEventId: '', ...records };
      },
    },
    studio: { watchLayout: layouts.watch },
    access: { current: () => ({}) as AccessPolicy, watch: policies.watch },
  });
  source.onPending(() => (state.notifications += 1));
  const change = (): void => {
    events.notify({} as StudioEvent);
  };
  const changes = {
    event: change,
    layout: () => {
      layouts.notify({} as LayoutChange);
    },
    access: () => {
      policies.notify({} as AccessPolicy);
    },
  };
  return { state, source, change, changes };
};

describe('what the studio is doing', () => {
  it('@LIVE-1: has what is on and cued, what runs, and what may not be read', () => {
    const { entries, ...rest } = liveStateOf(records);
    expect(rest).toEqual({ status: 'on_air', holder: 'Alpha FM', unreadable: ['signals'], notShown: 0 });
    expect(entries.map((entry) => [entry.kind, 'name' in entry ? entry.name : entry.scene])).toEqual([
      ['scene', 'left'],
      ['scene', 'right'],
      ['macro', 'Opening'],
      ['automation', 'Hour'],
      ['camera', 'Host'],
    ]);
    expect(entries[0]).toEqual({
      ...{ kind: 'scene', output: 'Video wall', scene: 'left', connected: true, tally: 'preview', clip: null },
      ...{ cued: 'closer', remainingMs: null, durationMs: null, paused: false, loop: false },
    });
    expect(liveStateOf({})).toMatchObject({ status: null, holder: null, entries: [] });
  });

  it('@LIVE-1: has what the player shows that does not lead', () => {
    const player = (name: 'main' | 'backup', clip: string | null) => ({
      ...{ player: name, connected: true },
      scenes: [{ id: 'left', clip, bank: null, positionMs: null, paused: false, cued: null }],
    });
    const paired = { ...output, lead: 'backup' as const, scenes: [cuedScene, { ...cuedScene, id: 'right' }] };
    const { entries } = liveStateOf({
      outputs: [{ ...paired, players: [player('main', 'opener'), player('backup', null)] }],
    });
    expect(entries.map((entry) => entry.kind === 'scene' && entry.other)).toEqual([
      { player: 'main', connected: true, clip: 'opener' },
      { player: 'main', connected: true, clip: null },
    ]);
  });

  it('@LIVE-1: has every field of what runs, and names the scene only if its output has several', () => {
    const running = { clip: 'opener', cued: null, remainingMs: 700, durationMs: 10.6, paused: true, loop: true };
    const { entries, unreadable } = liveStateOf({
      ...records,
      outputs: [{ ...output, connected: false, tally: null, scenes: [{ ...cuedScene, ...running }] }],
      macros: records.macros?.slice(0, 1) ?? [],
      automations: (['running', 'paused', 'failed'] as const).map((state) => ({
        ...{ id: state, name: state, state, nextRunAt: null, lastRun: null },
      })),
      cameras: [{ id: 'c', name: 'Host', angle: null, connected: false, tally: null, confirmedBy: undefined }],
      signals: [true, null].map((value) => ({
        ...{ id: 's', identifier: 'red', name: 'Red', value, connected: value !== null, confirmedBy: undefined },
      })),
    });
    expect(unreadable).toEqual([]);
    expect(entries).toEqual([
      {
        ...{ kind: 'scene', output: 'Video wall', scene: null, connected: false, tally: null },
        ...{ ...running, durationMs: 11 },
      },
      { kind: 'macro', name: 'Opening', step: 2, steps: 5 },
      ...['running', 'paused', 'failed'].map((state) => ({ kind: 'automation', name: state, state })),
      { kind: 'camera', name: 'Host', connected: false, tally: null },
      { kind: 'signal', name: 'Red', connected: true, value: true },
      { kind: 'signal', name: 'Red', connected: false, value: null },
    ]);
  });

  it('@LIVE-1: is read only while somebody watches', () => {
    const { state, source, change } = bench();
    change();
    expect([source.isPending(), state.notifications]).toEqual([false, 0]);
    source.setWatched(true);
    expect(source.isPending()).toBe(true);
    source.take();
    expect(source.isPending()).toBe(false);
    change();
    change();
    expect([source.isPending(), state.reads]).toEqual([true, 1]);
    source.setWatched(false);
    change();
    expect([source.isPending(), state.notifications]).toEqual([false, 3]);
  });

  it.each(['event', 'layout', 'access'] as const)(
    '@LIVE-1: is sent after a change of %s, once for each watch',
    (what) => {
      const { state, source, changes } = bench();
      source.setWatched(true);
      source.setWatched(true);
      source.take();
      const before = state.notifications;
      changes[what]();
      expect([source.isPending(), state.notifications - before]).toEqual([true, 1]);
      source.setWatched(false);
      changes[what]();
      expect([source.isPending(), state.notifications - before]).toEqual([false, 1]);
    },
  );

  it('@LIVE-2: is sent again when a further operator watches, and after a failure', () => {
    const { source } = bench();
    source.setWatched(true);
    const sent = source.take();
    source.setWatched(true);
    expect(source.isPending()).toBe(true);
    source.take();
    source.onNotSent(sent);
    expect(source.isPending()).toBe(true);
    source.setWatched(false);
    source.onNotSent(sent);
    expect(source.isPending()).toBe(false);
  });
});
