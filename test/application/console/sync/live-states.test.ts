// What services may send of what their studios are doing: only watched states, and only so many.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { parseLiveState, stateForwarding } from '../../../../application/console/sync/live-states.js';
import type { ConsoleMessage } from '../../../../application/ports/console-messages.js';
import type { LiveState } from '../../../../domain/console/live-state.js';
import { manualClock } from '../../../../simulator/clock.js';

const stateOf = (holder: string): LiveState => ({ status: 'on_air', holder, unreadable: [], entries: [], notShown: 0 });

const forwarding = () => {
  const clock = manualClock();
  const sent: (string | null)[] = [];
  const watched = new Set(['studio-1', 'studio-2']);
  const send = (message: ConsoleMessage): Promise<void> => {
    if (message.kind === 'state') sent.push(message.state.holder);
    return Promise.resolve();
  };
  const receive = stateForwarding({
    messages: { maxLength: Infinity, send },
    clock,
    isWatched: (studioId) => watched.has(studioId),
  });
  return { clock, sent, watched, receive };
};

describe('forwarded states', () => {
  it('@LIVE-1: are dropped while nobody watches the studio', async () => {
    const { clock, sent, receive } = forwarding();
    await receive('studio-3', stateOf('a'));
    expect(sent).toEqual([]);
    expect(clock.waiting()).toBe(0);
  });

  it('@LIVE-2: are one of a studio each 250 ms, of which the newest is always sent', async () => {
    const { clock, sent, receive } = forwarding();
    for (const holder of ['a', 'b', 'c']) await receive('studio-1', stateOf(holder));
    await receive('studio-2', stateOf('other'));
    expect(sent).toEqual(['a', 'other']);
    await clock.advance(250);
    expect(sent).toEqual(['a', 'other', 'c']);
    await clock.advance(1_000);
    expect(sent).toHaveLength(3);
    expect(clock.waiting()).toBe(0);
  });

  it('@LIVE-2: are one of a studio each 250 ms, window after window', async () => {
    const { clock, sent, receive } = forwarding();
    for (const holder of ['a', 'b']) await receive('studio-1', stateOf(holder));
    for (const [passed, holder] of ['c', 'd', 'e'].entries()) {
      await clock.advance(250);
      await receive('studio-1', stateOf(holder));
      expect(sent).toHaveLength(passed + 2);
    }
    await clock.advance(250);
    expect(sent).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('@LIVE-2: are sent at once again after a pause', async () => {
    const { clock, sent, receive } = forwarding();
    for (const holder of ['a', 'b', 'c']) {
      await receive('studio-1', stateOf(holder));
      await clock.advance(250);
    }
    expect(sent).toEqual(['a', 'b', 'c']);
    expect(clock.waiting()).toBe(0);
  });

  it('are forgotten when the watch ends', async () => {
    const { clock, sent, watched, receive } = forwarding();
    for (const holder of ['a', 'b']) await receive('studio-1', stateOf(holder));
    watched.clear();
    await clock.advance(1_000);
    expect(sent).toEqual(['a']);
  });
});

describe('a state', () => {
  it('of a newer service keeps the entries that are known, and counts the others', () => {
    const signal = { kind: 'signal', name: 'Red light', connected: true, value: true };
    const parsed = parseLiveState({ ...stateOf('a'), further: 1, entries: [{ kind: 'robot', name: 'x' }, signal] });
    expect(parsed).toEqual(E.right({ ...stateOf('a'), entries: [signal], notShown: 1 }));
  });

  it('is refused if it isn’t one', () => {
    expect(E.isLeft(parseLiveState({ ...stateOf('a'), status: 'maybe' }))).toBe(true);
    expect(E.isLeft(parseLiveState({ ...stateOf('a'), entries: Array.from({ length: 201 }, () => 1) }))).toBe(true);
  });
});
