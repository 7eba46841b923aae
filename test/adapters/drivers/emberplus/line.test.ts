// One line of a provider, without a connection: what it keeps of an element, a command or a search, and what it forgets.
import { beforeEach, describe, expect, it } from 'vitest';
import type { GlowElement } from '../../../../adapters/drivers/emberplus/elements.js';
import { ProviderLine } from '../../../../adapters/drivers/emberplus/line.js';
import { manualClock, type ManualClock } from '../../../../simulator/clock.js';
import { commandResults, sentCommand } from '../../../contracts/device-commands.js';

let clock: ManualClock;
let line: ProviderLine;
/** How often the line reported a change, and how many requests it sent. */
let changes: number;
let requests: number;

const at = { kind: 'parameter', path: '1' } as const;
const boolean = (value: boolean) => ({ type: 'boolean', value }) as const;

/** All properties of the element, as an answer has them. */
const answer = (value: boolean): GlowElement => ({ ...at, identifier: 'On', access: 3, value: boolean(value) });
/** The report of a change. */
const change = (value: boolean): GlowElement => ({ ...at, value: boolean(value) });

const passes = (on: boolean) => sentCommand(line.switch(on));

beforeEach(() => {
  clock = manualClock();
  [changes, requests] = [0, 0];
  line = new ProviderLine(
    'sig-1',
    { parameter: 'On' },
    {
      clock,
      send: () => void (requests += 1),
      ask: () => undefined,
      changed: () => void (changes += 1),
    },
  );
  line.begin();
});

describe('a search', () => {
  it('uses an element that the one before could not use', () => {
    line.take({ ...answer(true), isStream: true });
    expect([line.isConnected, line.reason]).toEqual([false, 'the parameter is a stream, whose values are not read']);
    line.take(answer(true));
    expect(line.isConnected).toBe(false);
    line.begin();
    expect(line.reason).toBe('the provider has shown no element "On" at its root');
    line.take(answer(true));
    expect([line.isConnected, line.value]).toEqual([true, true]);
  });

  it('asks for a value that the element lacks, and is reported once the value is there', () => {
    line.take({ ...at, identifier: 'On', access: 3, type: 4 });
    expect([line.isConnected, line.reason, requests, changes]).toEqual([
      ...[false, 'the provider has reported no value yet', 1, 0],
    ]);
    line.take(answer(false));
    expect([line.isConnected, line.value, changes]).toEqual([true, false, 1]);
  });

  it('after a loss reports the line, also if its value is the same as before', () => {
    line.take(answer(true));
    expect(changes).toBe(1);
    line.end();
    expect([line.isConnected, changes]).toEqual([false, 2]);
    line.end();
    line.begin();
    expect(changes).toBe(2);
    line.take(answer(true));
    expect([line.isConnected, changes]).toEqual([true, 3]);
    line.take(change(true));
    expect(changes).toBe(3);
  });
});

describe('an element that was offline', () => {
  const element = (isOnline: boolean): GlowElement => ({ ...at, isOnline });

  it('is searched when it is back, and not once more when that is repeated', () => {
    line.take(answer(true));
    expect(line.noteOnline(element(true))).toBe(false);
    expect(line.noteOnline(element(false))).toBe(false);
    expect([line.isConnected, line.reason]).toEqual([false, 'the element is offline']);
    expect(line.noteOnline(element(true))).toBe(true);
    line.begin();
    line.take(answer(true));
    expect(line.noteOnline(element(true))).toBe(false);
  });

  it('is not searched when it is back if another search has found it meanwhile', () => {
    line.take(answer(true));
    line.noteOnline(element(false));
    line.begin();
    line.take(answer(true));
    expect([line.noteOnline(element(true)), line.isConnected]).toEqual([false, true]);
  });
});

describe('a command', () => {
  beforeEach(() => {
    line.take(answer(false));
  });

  it('after one that was slow is refused by the unchanged value, like any other', async () => {
    const slow = passes(true);
    await clock.advance(250);
    line.take(answer(true));
    expect(await commandResults(slow)).toEqual(['done', 'done']);
    const refused = passes(false);
    line.take(change(true));
    line.take(answer(true));
    expect(await commandResults(refused)).toEqual(['device_error', 'device_error']);
  });

  it('is refused by an answer to a question, and by no report of another change before it', async () => {
    const sent = passes(true);
    line.take(change(false));
    line.take(change(false));
    expect([await commandResults(sent), requests]).toEqual([['pending', 'pending'], 2]);
    line.take(answer(false));
    expect(await commandResults(sent)).toEqual(['device_error', 'device_error']);
  });

  it('that nothing answers is asked about every 250 ms, 12 times, and confirmed by a late report', async () => {
    const sent = passes(true);
    const seen: number[] = [];
    for (const ms of [249, 1, 250, 2_500, 10_000]) {
      await clock.advance(ms);
      seen.push(requests);
    }
    // One of them is the command.
    expect(seen).toEqual([1, 2, 3, 13, 13]);
    expect(await commandResults(sent)).toEqual(['pending', 'pending']);
    line.take(change(true));
    expect(await commandResults(sent)).toEqual(['done', 'done']);
  });

  it('has no question left when it was confirmed or the element was lost', async () => {
    passes(true);
    line.take(change(true));
    passes(false);
    line.end();
    await clock.advance(10_000);
    expect(requests).toBe(2);
  });
});
