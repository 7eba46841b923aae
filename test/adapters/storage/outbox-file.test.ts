// The file with the messages that wait for webhooks.
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { outboxFile } from '../../../adapters/storage/outbox-file.js';
import { diskOperations } from '../../../adapters/storage/durable-files.js';
import type { OutboxChange, OutboxFile } from '../../../application/ports/webhooks.js';
import { Outbox } from '../../../application/webhooks/outbox.js';
import { manualClock } from '../../../simulator/clock.js';
import { leveledLog } from '../../support/leveled-log.js';
import { powerCutFiles } from './power-cut-files.js';
import { storageFixture } from './storage-fixture.js';

const { folder, loggedProblems, log } = storageFixture();
const open = (): OutboxFile => outboxFile({ folder: folder(), log });
const path = (): string => join(folder(), 'webhook-messages');

const waits = (id: string, ...to: readonly string[]): OutboxChange => ({
  waits: { message: { id, place: 1, timeMs: 5, subject: 'studio', features: ['studio'], body: '{}' }, to },
});
const done = (id: string, webhook: string): OutboxChange => ({ done: { webhook, id } });
const lost = (count: number): OutboxChange => ({ lost: { webhook: 'one', count, sinceMs: 3 } });

const left = async (): Promise<readonly string[]> =>
  (await open().load()).waiting.map(({ message, to }) => `${message.id} ${to.join()}`);

describe('@WEBHOOK-7: the file', () => {
  it('is not there before the first message', async () => {
    expect(await open().load()).toEqual({ waiting: [], lost: [] });
    expect(existsSync(path())).toBe(false);
  });

  it('contains what waits, for its owner only', async () => {
    const file = open();
    await file.append([waits('a', 'one', 'two'), waits('b', 'one'), waits('c', 'two'), lost(2)]);
    await file.append([done('a', 'one'), done('b', 'one'), done('x', 'one'), done('c', 'one')]);
    await file.sync();
    expect(await left()).toEqual(['a two', 'c two']);
    expect((await open().load()).lost).toEqual([{ webhook: 'one', count: 2, sinceMs: 3 }]);
    await file.append([lost(0)]);
    expect((await open().load()).lost).toEqual([]);
    expect(statSync(path()).mode & 0o777).toBe(0o600);
    await file.close();
  });

  it('is replaced', async () => {
    const file = open();
    await file.append([waits('a', 'one')]);
    await file.replace({ waiting: [], lost: [{ webhook: 'one', count: 2, sinceMs: 3 }] });
    expect(await open().load()).toEqual({ waiting: [], lost: [{ webhook: 'one', count: 2, sinceMs: 3 }] });
    expect(file.size()).toBe(statSync(path()).size);
  });

  it('leaves out a line that a crash has cut off', async () => {
    const file = open();
    await file.append([waits('a', 'one')]);
    appendFileSync(path(), '{"waits":{"mess');
    expect(await left()).toEqual(['a one']);
    expect(loggedProblems()).toEqual([]);
    await file.close();
  });

  it('is kept aside as a copy if lines of it are damaged', async () => {
    const file = open();
    await file.append([waits('a', 'one')]);
    appendFileSync(path(), 'damaged\n');
    await file.append([waits('b', 'one')]);
    expect(await left()).toEqual(['a one', 'b one']);
    expect(loggedProblems()).toEqual([expect.stringContaining('the file with the messages for webhooks is damaged')]);
    const [aside = ''] = readdirSync(folder()).filter((name) => name.includes('set-aside'));
    expect(readFileSync(join(folder(), aside), 'utf8')).toContain('damaged');
    await file.close();
  });
});

/** An outbox on a disk whose power can be cut. */
const outboxOn = (disk: ReturnType<typeof powerCutFiles>) => {
  const clock = manualClock();
  const logged = leveledLog();
  const raised: string[] = [];
  const file = outboxFile({
    folder: '/data',
    log: logged,
    operations: diskOperations(disk.files),
    openFile: disk.openAppend,
  });
  const content: OutboxChange[] = [];
  const outbox = new Outbox({
    file,
    machine: clock,
    log: logged,
    alarm: { raise: () => void raised.push('raise'), clear: () => void raised.push('clear') },
    content: () => ({ waiting: content.flatMap((one) => ('waits' in one ? [one.waits] : [])), lost: [] }),
  });
  const note = (id: string): void => {
    content.push(waits(id, 'one'));
    outbox.note(waits(id, 'one'));
  };
  const stored = async () => (await file.load()).waiting.map(({ message }) => message.id);
  return { clock, outbox, note, stored, raised, logged };
};

describe('@WEBHOOK-7: messages on a disk', () => {
  it.each(['names are lost', 'names are there'] as const)('survive a power cut after a second (%s)', async (how) => {
    const disk = powerCutFiles();
    const { clock, outbox, note, stored } = outboxOn(disk);
    note('a');
    await outbox.settled();
    note('b');
    await outbox.settled();
    expect(await stored()).toEqual(['a', 'b']);
    await clock.advance(1_000);
    await outbox.settled();
    note('c');
    await outbox.settled();
    disk.cut(how);
    expect(await stored()).toEqual(['a', 'b']);
  });

  it('are stored later by a disk that fails, which raises the alarm', async () => {
    const disk = powerCutFiles();
    const { clock, outbox, note, stored, raised, logged } = outboxOn(disk);
    note('a');
    await outbox.settled();
    disk.injectFlaw({ failsAt: 1 });
    note('b');
    await outbox.settled();
    expect(raised.at(-1)).toBe('raise');
    note('c');
    disk.injectFlaw({});
    await clock.advance(60_000);
    await outbox.close();
    expect(raised.at(-1)).toBe('clear');
    expect(await stored()).toEqual(['a', 'b', 'c']);
    expect(logged.lines.map(([level]) => level)).toEqual(['error', 'info']);
  });

  it('are stored anew when too many changes wait for the disk, and when the file has grown', async () => {
    const disk = powerCutFiles();
    const { outbox, note, stored } = outboxOn(disk);
    note('a');
    await outbox.settled();
    for (let count = 0; count < 20_002; count += 1) outbox.note(done('x', 'one'));
    await outbox.settled();
    expect(await stored()).toEqual(['a']);
    outbox.note(waits('big', 'x'.repeat(17_000_000)));
    await outbox.settled();
    expect(await stored()).toEqual(['a', 'big']);
    outbox.note(done('x', 'one'));
    await outbox.settled();
    expect(await stored()).toEqual(['a']);
  });
});

it('@WEBHOOK-7: names a file that can’t be read', async () => {
  mkdirSync(path());
  expect(await open().load()).toEqual({ waiting: [], lost: [] });
  expect(loggedProblems()).toHaveLength(1);
});
