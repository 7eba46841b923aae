// Keeping the studio's present: confirmed once it is kept, many changes in one writing, and tried again until it is.
import * as E from 'fp-ts/lib/Either.js';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CommandResult } from '../../application/ports/commands.js';
import {
  loadRuntimeState,
  runtimeStateWriter,
  type RuntimeStateWriter,
} from '../../application/state/runtime-state-writer.js';
import { studioState } from '../../application/state/studio-state.js';
import { initialRuntimeState, type RuntimeState } from '../../domain/studio/runtime-state.js';
import { manualClock, type ManualClock } from '../../simulator/clock.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import { settled } from './demo-bench.js';

const first = initialRuntimeState(demoStudio);
const headline = (text: string): RuntimeState => ({ ...first, variables: { ...first.variables, 'var-1': text } });

/** A disk that takes a writing when the test says so. */
const slowDisk = () => {
  const writings: { readonly text: unknown; readonly take: () => void; readonly refuse: () => void }[] = [];
  const keep = (present: RuntimeState): Promise<void> =>
    new Promise((resolve, reject) => {
      writings.push({
        text: present.variables['var-1'],
        take: resolve,
        refuse: () => {
          reject(new Error('ENOSPC'));
        },
      });
    });
  return { writings, keep };
};

let clock: ManualClock;
let disk: ReturnType<typeof slowDisk>;
let keeper: RuntimeStateWriter;
let ends: string[];
let logged: string[];
const note = (sentence: string): void => void logged.push(sentence);
const log = { info: note, warn: note, error: note };

beforeEach(() => {
  clock = manualClock(0);
  disk = slowDisk();
  [ends, logged] = [[], []];
  keeper = runtimeStateWriter(first, { kept: disk, clock, log });
});

const keep = (text: string): void => {
  void keeper.keep(headline(text)).then((ended: CommandResult) => {
    ends.push(`${text} ${E.isRight(ended) ? 'kept' : ended.left.code}`);
  });
};

describe('a change', () => {
  it('is confirmed once the disk has taken it', async () => {
    keep('one');
    await settled(clock);
    expect(ends).toEqual([]);
    disk.writings[0]?.take();
    await settled(clock);
    expect(ends).toEqual(['one kept']);
  });

  it('that comes while another is written goes with all that come until then', async () => {
    keep('one');
    await settled(clock);
    for (const text of ['two', 'three', 'four']) keep(text);
    disk.writings[0]?.take();
    await settled(clock);
    expect(ends).toEqual(['one kept']);
    expect(disk.writings.map(({ text }) => text)).toEqual(['one', 'four']);
    disk.writings[1]?.take();
    await settled(clock);
    expect(ends).toEqual(['one kept', 'two kept', 'three kept', 'four kept']);
  });

  it('that changes nothing isn’t written, and is confirmed once what it is part of is', async () => {
    const studio = studioState(demoStudio, first, keeper);
    const set = () => studio.change((present) => E.right({ ...present, status: 'on_air' }));
    const [one, same] = [set(), set()].map((sending) => (E.isRight(sending) ? sending.right.confirmed : undefined));
    let confirmed = 0;
    for (const sent of [one, same]) void sent?.then(() => (confirmed += 1));
    await settled(clock);
    expect([disk.writings.length, confirmed]).toEqual([1, 0]);
    disk.writings[0]?.take();
    await settled(clock);
    expect([disk.writings.length, confirmed]).toEqual([1, 2]);
    const again = set();
    if (E.isRight(again)) expect(await again.right.confirmed).toEqual(E.right(undefined));
    expect(disk.writings).toHaveLength(1);
  });

  it('that the disk refuses holds all the same, says so, and is tried again', async () => {
    keep('one');
    await settled(clock);
    disk.writings[0]?.refuse();
    await settled(clock);
    expect(ends).toEqual(['one device_error']);
    expect(logged).toEqual(["the studio's present could not be kept on disk"]);
    await clock.advance(30_000);
    expect(disk.writings.map(({ text }) => text)).toEqual(['one', 'one']);
    disk.writings[1]?.take();
    await settled(clock);
    expect(clock.waiting()).toBe(0);
  });

  it('that comes before it is tried again takes its place', async () => {
    keep('one');
    await settled(clock);
    disk.writings[0]?.refuse();
    await settled(clock);
    keep('two');
    await settled(clock);
    disk.writings[1]?.take();
    await clock.advance(60_000);
    expect(ends).toEqual(['one device_error', 'two kept']);
    expect(disk.writings).toHaveLength(2);
  });
});

describe('the end', () => {
  it('waits for what is being written, and tries nothing again', async () => {
    keep('one');
    keeper.stop();
    const over = keeper.settled();
    await settled(clock);
    disk.writings[0]?.refuse();
    await over;
    expect(clock.waiting()).toBe(0);
  });
});

describe('the beginning', () => {
  it('is the layout’s where nothing was kept', async () => {
    expect(await loadRuntimeState(demoStudio, { load: () => Promise.resolve(undefined) }, log)).toEqual(first);
    expect(logged).toEqual([]);
  });

  it('is what was kept, and what no longer fits is told', async () => {
    const kept = { ...headline('kept'), activeBank: 'gone' };
    expect(await loadRuntimeState(demoStudio, { load: () => Promise.resolve(kept) }, log)).toEqual(headline('kept'));
    expect(logged).toHaveLength(1);
  });
});
