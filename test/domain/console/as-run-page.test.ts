// Which commands a filter of the as-run log selects, and what an answer may have.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { asRunEntry, type AsRunEntry } from '../../../domain/as-run.js';
import {
  AsRunDay,
  AsRunPage,
  AsRunRequest,
  maxAsRunRecords,
  selects,
  shownRecords,
  type AsRunFilter,
} from '../../../domain/console/as-run-page.js';

const entry: AsRunEntry = asRunEntry(
  {
    ...{ type: 'sent', id: '1', day: '2026-01-31', sentAt: '2026-01-31T12:00:00.000Z', caller: 'macro:mac-1' },
    ...{ startedBy: 'device:Desk', operation: 'clip.play', station: null, action: null },
    parameters: { output: 'out-1', clip: 'headlines' },
  },
  undefined,
);

describe('@AS-RUN-9: a filter of the as-run log', () => {
  it.each<[AsRunFilter, boolean]>([
    [{}, true],
    [{ output: 'out-1', clip: 'HEAD', caller: 'desk', operation: 'clip.play', outcome: 'unknown' }, true],
    [{ caller: 'mac-1' }, true],
    [{ output: 'out' }, false],
    [{ signal: 'out-1' }, false],
    [{ camera: 'cam-1' }, false],
    [{ clip: 'weather' }, false],
    [{ caller: 'panel' }, false],
    [{ operation: 'clip' }, false],
    [{ outcome: 'failed' }, false],
    [{ from: '2026-01-31', to: '2026-01-31' }, true],
    [{ from: '2026-02-01' }, false],
    [{ to: '2026-01-30' }, false],
  ])('%j selects a command: %s', (filter, expected) => {
    expect(selects(filter, entry)).toBe(expected);
  });

  it.each(['2026-02-30', '2026-1-1', '2026-01-00', 'today'])('has no day %s', (day) => {
    expect(AsRunDay.is(day)).toBe(false);
    expect(E.isLeft(AsRunRequest.decode({ from: day }))).toBe(true);
  });
});

describe('@AS-RUN-8: a page of the as-run log', () => {
  it('may have lines that were lost, and outcomes of newer services', () => {
    const lost = { type: 'lost', time: '2026-01-31T12:00:00.000Z', count: 3 };
    const rest = { older: null, stopped: null, readTo: null, unreadable: 0, timezone: 'UTC', records: [] };
    const page = { entries: [lost, { ...entry, outcome: 'of_a_newer_service' }], ...rest };
    expect(AsRunPage.decode(page)).toEqual(E.right(page));
  });

  it('names so many records, within bounds', () => {
    const records = Array.from({ length: maxAsRunRecords + 1 }, () => ({
      kind: 'output',
      id: 'a',
      name: 'x'.repeat(200),
    }));
    const shown = shownRecords(records);
    expect([shown.length, shown[0]?.name.length]).toEqual([maxAsRunRecords, 128]);
  });
});
