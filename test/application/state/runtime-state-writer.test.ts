// Tests of the runtime state writer: confirmation, coalescing, retries, and loading at start.
import * as E from 'fp-ts/lib/Either.js';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CommandResult } from '../../../application/ports/commands.js';
import {
  loadRuntimeState,
  runtimeStateWriter,
  type RuntimeStateWriter,
} from '../../../application/state/runtime-state-writer.js';
import { currentLayout } from '../../../application/state/current-layout.js';
import { studioState } from '../../../application/state/studio-state.js';
import { initialRuntimeState, type RuntimeState } from '../../../domain/studio/runtime-state.js';
import { manualClock, type ManualClock } from '../../../simulator/clock.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { settle } from '../demo-bench.js';

const first = initialRuntimeState(demoStudio);
const headline = (text: string): RuntimeState => ({ ...first, variables: { ...first.variables, 'var-1': text } });

/** A disk on which the test decides whether writes succeed or fail. */
const slowDisk = () => {
  const writes: { readonly text: unknown; readonly succeed: () => void; readonly fail: () => void }[] = [];
  const save = (runtime: RuntimeState): Promise<void> =>
    new Promise((resolve, reject) => {
      writes.push({
        text: runtime.variables['var-1'],
        succeed: resolve,
        fail: () => {
          reject(new Error('ENOSPC'));
        },
      });
    });
  return { writes, save, close: () => Promise.resolve() };
};

let clock: ManualClock;
let disk: ReturnType<typeof slowDisk>;
let writer: RuntimeStateWriter;
let ends: string[];
let logged: string[];
const at =
  (level: string) =>
  (sentence: string): void =>
    void logged.push(`${level}: ${sentence}`);
const log = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };

beforeEach(() => {
  clock = manualClock(0);
  disk = slowDisk();
  [ends, logged] = [[], []];
  writer = runtimeStateWriter(first, { file: disk, clock, log });
});

const save = (text: string): void => {
  void writer.save(headline(text)).then((ended: CommandResult) => {
    ends.push(`${text} ${E.isRight(ended) ? 'stored' : ended.left.code}`);
  });
};

describe('a change of the runtime state', () => {
  it('@REMEMBER-1: is confirmed when it is written', async () => {
    save('one');
    await settle(clock);
    expect(ends).toEqual([]);
    disk.writes[0]?.succeed();
    await settle(clock);
    expect(ends).toEqual(['one stored']);
  });

  it('is coalesced with all other changes that wait for the same write', async () => {
    save('one');
    await settle(clock);
    for (const text of ['two', 'three', 'four']) save(text);
    disk.writes[0]?.succeed();
    await settle(clock);
    expect(ends).toEqual(['one stored']);
    expect(disk.writes.map(({ text }) => text)).toEqual(['one', 'four']);
    disk.writes[1]?.succeed();
    await settle(clock);
    expect(ends).toEqual(['one stored', 'two stored', 'three stored', 'four stored']);
  });

  it('is not written again if it changes nothing, and is confirmed with the pending write', async () => {
    const studio = studioState(currentLayout(demoStudio), first, writer);
    const set = () => studio.change((runtime) => E.right({ ...runtime, status: 'on_air' }));
    const [one, same] = [set(), set()].map((sending) => (E.isRight(sending) ? sending.right.confirmed : undefined));
    let confirmed = 0;
    for (const sent of [one, same]) void sent?.then(() => (confirmed += 1));
    await settle(clock);
    expect([disk.writes.length, confirmed]).toEqual([1, 0]);
    disk.writes[0]?.succeed();
    await settle(clock);
    expect([disk.writes.length, confirmed]).toEqual([1, 2]);
    const again = set();
    if (E.isRight(again)) expect(await again.right.confirmed).toEqual(E.right(undefined));
    expect(disk.writes).toHaveLength(1);
  });

  it('fails with device_error if the write fails, and the writer retries after 30 s', async () => {
    save('one');
    await settle(clock);
    disk.writes[0]?.fail();
    await settle(clock);
    expect(ends).toEqual(['one device_error']);
    expect(logged).toEqual(['error: the runtime state could not be written to disk']);
    await clock.advance(30_000);
    expect(disk.writes.map(({ text }) => text)).toEqual(['one', 'one']);
    disk.writes[1]?.succeed();
    await settle(clock);
    expect(clock.waiting()).toBe(0);
  });

  it('replaces a pending retry', async () => {
    save('one');
    await settle(clock);
    disk.writes[0]?.fail();
    await settle(clock);
    save('two');
    await settle(clock);
    disk.writes[1]?.succeed();
    await clock.advance(60_000);
    expect(ends).toEqual(['one device_error', 'two stored']);
    expect(disk.writes).toHaveLength(2);
  });
});

describe('a stopped writer', () => {
  it('waits for the write in progress, and does not retry', async () => {
    save('one');
    const stopped = writer.stop();
    await settle(clock);
    disk.writes[0]?.fail();
    await stopped;
    expect(clock.waiting()).toBe(0);
  });
});

describe('the loaded runtime state', () => {
  it('is the initial state if nothing is stored', async () => {
    expect(await loadRuntimeState(demoStudio, { load: () => Promise.resolve(undefined) }, log)).toEqual(first);
    expect(logged).toEqual([]);
  });

  it('is the stored state without what no longer fits the layout, which is logged', async () => {
    const stored = { ...headline('stored'), activeBank: 'gone' };
    expect(await loadRuntimeState(demoStudio, { load: () => Promise.resolve(stored) }, log)).toEqual(
      headline('stored'),
    );
    expect(logged).toEqual([expect.stringMatching(/^warn: /)]);
  });
});
