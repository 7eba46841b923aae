// What a studio is doing, within its bounds.
import { describe, expect, it } from 'vitest';
import { boundedLiveState, LiveEntry, LiveState, maxLiveStateLength } from '../../../domain/console/live-state.js';

const alone = {
  kind: 'scene',
  output: 'Main programme',
  scene: null,
  connected: true,
  tally: 'program',
  clip: 'weather',
  cued: null,
  remainingMs: 42_500,
  durationMs: 60_000,
  paused: false,
  loop: false,
} as const;
const scene: LiveEntry = { ...alone, other: { player: 'backup', connected: true, clip: null } };
const entries: readonly LiveEntry[] = [
  scene,
  { kind: 'macro', name: 'Opening', step: 2, steps: 5 },
  { kind: 'automation', name: 'Top of the hour', state: 'paused' },
  { kind: 'camera', name: 'Host', connected: true, tally: null },
  { kind: 'signal', name: 'Red light', connected: false, value: null },
];
const state: LiveState = { status: 'on_air', holder: 'Alpha FM', unreadable: ['signals'], entries, notShown: 0 };

describe('what a studio is doing', () => {
  it('is what the codec accepts', () => {
    expect(boundedLiveState(state)).toEqual(state);
    expect(LiveState.is(state)).toBe(true);
    expect(boundedLiveState({ ...state, entries: [alone] }).entries).toStrictEqual([alone]);
    expect(LiveEntry.is(alone)).toBe(true);
  });

  it('has no unknown fields and no tokens', () => {
    const token = `svc_${'0'.repeat(32)}`;
    const hostile = [{ ...scene, output: token, clip: `x=${token}`, cued: token, further: token }];
    const bounded = boundedLiveState({ ...state, holder: token, entries: hostile });
    expect(JSON.stringify(bounded)).not.toContain('svc_');
    expect(bounded.entries[0]).not.toHaveProperty('further');
    expect(boundedLiveState({ ...state, holder: null }).holder).toBeNull();
  });

  it('@LIVE-2: keeps the first entries that fit, and counts the others', () => {
    const signals = (count: number, name: string): LiveEntry[] =>
      Array.from({ length: count }, () => ({ kind: 'signal', name, connected: true, value: true }));
    const long = boundedLiveState({ ...state, entries: [scene, ...signals(300, '…'.repeat(400))], notShown: 7 });
    expect(new TextEncoder().encode(JSON.stringify(long)).length).toBeLessThanOrEqual(maxLiveStateLength);
    expect(long.entries[0]).toEqual(scene);
    expect(long.entries.length + long.notShown).toBe(308);
    expect(LiveState.is(long)).toBe(true);
    const short = boundedLiveState({ ...state, entries: signals(100, 'a') });
    expect([short.entries.length, short.notShown]).toEqual([100, 0]);
    const many = boundedLiveState({ ...state, entries: signals(3_000, '') });
    expect(many.entries.length + many.notShown).toBe(3_000);
    expect(LiveState.is(many)).toBe(true);
  });
});
