// Pages of the as-run log: newest first, each entry once, however the log is cut into pages and files.
import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { asRunPages, type AsRunPagesDeps } from '../../../adapters/audit/as-run-pages.js';
import type { AsRunEnded, AsRunSent } from '../../../domain/as-run.js';
import type { AsRunRequest, AsRunShown, ReadAsRunPage } from '../../../domain/console/as-run-page.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const sent = (id: string, day = '2026-01-01', parameters: AsRunSent['parameters'] = {}): AsRunSent => ({
  ...{ type: 'sent', id, day, sentAt: `${day}T12:00:00.000Z`, caller: 'device:Panel', startedBy: null },
  ...{ operation: 'clip.play', station: null, parameters, action: null },
});
const ended = (id: string, day = '2026-01-01'): AsRunEnded => ({
  ...{ type: 'ended', id, endedAt: `${day}T12:00:01.000Z`, durationMs: 1_000, outcome: 'confirmed', error: null },
});
const jsonl = (lines: readonly unknown[]): string =>
  lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');

let folder: string;
const store = (day: string, lines: readonly unknown[], number = 1): void => {
  writeFileSync(join(folder, `as-run-${day}-${String(number).padStart(5, '0')}.jsonl`), jsonl(lines));
};
const opened = (deps: Partial<AsRunPagesDeps> = {}): ReadAsRunPage =>
  asRunPages({ folder, dayOf: (ms) => new Date(ms).toISOString().slice(0, 10), steady: () => 0, ...deps });

/** Reads all pages of a request. */
const readAll = async (readPage: ReadAsRunPage, request: AsRunRequest = {}) => {
  const [entries, stopped]: [AsRunShown[], unknown[]] = [[], []];
  for (let older: string | null | undefined; older !== null;) {
    const page = await readPage({ ...request, ...(older !== undefined && { older }) });
    expect(page).toBeDefined();
    entries.push(...((page?.entries ?? []) as readonly AsRunShown[]));
    stopped.push(page?.stopped);
    older = page?.older ?? null;
  }
  return { entries, stopped };
};
const idsOf = (entries: readonly AsRunShown[]): readonly string[] =>
  entries.map((one) => ('type' in one ? 'lost' : `${one.id} ${one.outcome}`));
const ids = async (request: AsRunRequest = {}): Promise<readonly string[]> =>
  idsOf((await readAll(opened(), request)).entries);

beforeEach(() => {
  folder = temporaryFolder();
});

describe('@AS-RUN-8: the pages of the as-run log', () => {
  it('have every command once with its end, newest first, however many entries and octets a page has', async () => {
    const command = fc.record({ file: fc.nat(3), isEnded: fc.boolean(), length: fc.nat(40_000), after: fc.nat(6) });
    await fc.assert(
      fc.asyncProperty(
        fc.array(command, { maxLength: 30 }),
        fc.integer({ min: 1, max: 7 }),
        fc.constantFrom(1, 10_000, 100_000),
        async (commands, limit, maxBytes) => {
          folder = temporaryFolder();
          const sorted = commands.toSorted((one, other) => one.file - other.file);
          // The end of a command follows up to 6 commands later, perhaps in a later file.
          const lines = sorted.map(({ length }, at) => [sent(String(at), '2026-01-01', { text: 'é'.repeat(length) })]);
          const files = new Map<number, unknown[]>();
          for (const [at, { file }] of sorted.entries()) {
            const ends = sorted.flatMap(({ isEnded, after }, earlier) =>
              isEnded && Math.min(earlier + after, sorted.length - 1) === at ? [ended(String(earlier))] : [],
            );
            files.set(file, [...(files.get(file) ?? []), ...(lines[at] ?? []), ...ends]);
          }
          for (const [number, all] of files) store('2026-01-01', all, number + 1);
          const { entries } = await readAll(opened({ maxBytes }), { limit });
          const expected = sorted.map(({ isEnded }, at) => `${String(at)} ${isEnded ? 'confirmed' : 'unknown'}`);
          expect(idsOf(entries)).toEqual(expected.toReversed());
        },
      ),
      { numRuns: 60 },
    );
  });

  it('go on where one has ended, while further commands are sent and old files are removed', async () => {
    for (const day of ['2026-01-01', '2026-01-02', '2026-01-03']) store(day, [sent(`${day} a`, day), sent(day, day)]);
    const readPage = opened();
    const first = await readPage({ limit: 3 });
    appendFileSync(join(folder, 'as-run-2026-01-03-00001.jsonl'), jsonl([sent('new', '2026-01-03')]));
    rmSync(join(folder, 'as-run-2026-01-01-00001.jsonl'));
    const second = await readPage({ limit: 3, older: first?.older ?? '' });
    expect([first, second].map((page) => page?.entries.length)).toEqual([3, 1]);
    expect(second).toMatchObject({ entries: [{ id: '2026-01-02 a' }], older: null, stopped: null });
  });

  it('state why they end, and how far they were read', async () => {
    store('2026-01-01', [sent('1'), ended('1'), 'cut off', { type: 'lost', time: '2026-01-01T13:00:00Z', count: 2 }]);
    store('2026-01-02', [sent('2', '2026-01-02')]);
    const none = { clip: 'nothing' };
    expect(await opened({ maxBytes: 1 })(none)).toMatchObject({
      entries: [],
      stopped: 'reading',
      readTo: expect.any(String) as string,
    });
    let now = 0;
    expect(await opened({ steady: () => (now += 1_500) })({})).toMatchObject({ stopped: 'reading' });
    expect(await opened()({ limit: 1 })).toMatchObject({ stopped: 'entries', readTo: '2026-01-02T12:00:00.000Z' });
    expect(await opened()({})).toMatchObject({ stopped: null, unreadable: 1, older: null });
    expect((await readAll(opened({ maxBytes: 1 }), none)).stopped).toEqual(['reading', 'reading', null]);
  });

  it.each(['', 'x', '2026-01-01-1.0', '2026-01-01-1.0~x', '../etc-1.0~../etc-1.0'])(
    'are none for the place %j, which no page has',
    async (older) => {
      expect(await opened()({ older })).toBeUndefined();
    },
  );

  it('have what happened on some days, also if the disk was late', async () => {
    store('2026-01-01', [sent('1')]);
    store('2026-01-02', [ended('1'), sent('2', '2026-01-02')]);
    // Two commands of the 2nd waited for the disk until the 4th.
    store('2026-01-04', [sent('3', '2026-01-02'), sent('4', '2026-01-03'), sent('5', '2026-01-04')]);
    store('2026-01-05', [sent('6', '2026-01-05'), { type: 'lost', time: '2026-01-05T12:00:00Z', count: 1 }]);
    expect(await ids({ to: '2026-01-01' })).toEqual(['1 confirmed']);
    expect(await ids({ from: '2026-01-02', to: '2026-01-02' })).toEqual(['3 unknown', '2 unknown']);
    expect(await ids({ from: '2026-01-04' })).toEqual(['lost', '6 unknown', '5 unknown']);
    expect(await ids({ from: '2026-02-01' })).toEqual([]);
  });

  it('skip the files of later days without reading them', async () => {
    store('2026-01-01', [sent('1')]);
    for (let day = 2; day < 10; day += 1)
      store(
        `2026-01-0${String(day)}`,
        Array.from({ length: 300 }, (_, at) => sent(String(at), `2026-01-0${String(day)}`)),
      );
    const page = await opened({ maxBytes: 200_000 })({ to: '2026-01-01' });
    expect(page).toMatchObject({ entries: [{ id: '1' }], stopped: null });
  });
});
