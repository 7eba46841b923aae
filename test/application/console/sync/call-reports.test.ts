// What the console takes of the call reports of services, which may be of later versions.
import * as E from 'fp-ts/lib/Either.js';
import { expect, it } from 'vitest';
import { parseCallReport, saveCallReport } from '../../../../application/console/sync/call-reports.js';
import type { CallReport } from '../../../../domain/access/report.js';
import { testConsole } from '../console.js';

const call = { device: 'panel', time: 1_000, address: '192.168.1.20', oldToken: 1 };
const answer = { status: 200, error: null };
const reason = { reason: 'no_token', count: 1, lastTime: 1_000 };
const caller = { address: '8.8.8.8', ...reason };
const denied = { ...caller, device: 'panel', reason: 'read_only' };
const extra = { further: { any: 'thing' } };

it('leaves out fields that this program doesn’t know, at every depth', () => {
  const sent = {
    ...extra,
    lastCalls: [{ ...call, ...extra, answer: { ...answer, ...extra } }],
    refusals: {
      ...extra,
      id: 'one',
      callers: [{ ...caller, ...extra, reasons: [{ ...reason, ...extra, forwarded: true }] }],
      denied: [{ ...denied, ...extra }],
    },
  };
  expect(parseCallReport(sent)).toEqual(
    E.right({
      lastCalls: [{ ...call, answer }],
      refusals: { id: 'one', callers: [{ ...caller, reasons: [{ ...reason, forwarded: true }] }], denied: [denied] },
    }),
  );
});

const parsed = (sent: unknown): CallReport => {
  const report = parseCallReport(sent);
  if (E.isLeft(report)) throw new Error(report.left.message);
  return report.right;
};
const withRefusals = (refusals: object) => ({ lastCalls: [call], refusals: { id: 'one', callers: [], ...refusals } });

it('@REPORT-5: takes refused callers with reasons of a newer service, and the last calls next to them', () => {
  const callers = [{ ...caller, reason: 'of_a_newer_service' }];
  expect(parsed(withRefusals({ callers }))).toEqual({ lastCalls: [call], refusals: { id: 'one', callers } });
});

it('@REPORT-9 @REPORT-10: keeps the newest reasons and refused devices of a newer service that sends more', () => {
  const many = (count: number, of: object) => Array.from({ length: count }, (_, at) => ({ ...of, lastTime: at }));
  const { refusals } = parsed(
    withRefusals({ callers: [{ ...caller, reasons: many(20, reason) }], denied: many(300, denied) }),
  );
  const times = (list: readonly { readonly lastTime: number }[] = []) => list.map(({ lastTime }) => lastTime);
  expect(times(refusals?.callers[0]?.reasons)).toEqual([19, 18, 17, 16, 15, 14, 13, 12]);
  expect(times(refusals?.denied)).toEqual(Array.from({ length: 200 }, (_, at) => 299 - at));
});

it.each<[string, unknown]>([
  ['no record', 'text'],
  ['refusals that are no record', { lastCalls: [], refusals: [] }],
  ['callers that are no list', withRefusals({ callers: {} })],
  [
    'more reasons than it keeps, among them invalid ones',
    withRefusals({ callers: [{ ...caller, reasons: Array(9).fill(null) }] }),
  ],
  [
    'more refused devices than it keeps, among them invalid ones',
    withRefusals({ denied: Array(201).fill({ lastTime: '2021' }) }),
  ],
])('refuses %s', (_, sent) => {
  expect(parseCallReport(sent)).toMatchObject({ left: { code: 'invalid_parameter' } });
});

it('@REPORT-1: a report about devices that are not listed stores no last call of them', async () => {
  const app = await testConsole();
  const { body } = await app.operate('POST', '/api/studios/studio-1/devices', { name: 'Panel', access: 'read_only' });
  const { id } = (body as { device: { id: string } }).device;
  const entry = await app.ports.store.studio('studio-1');
  if (entry === undefined) throw new Error('the studio is missing');
  const call = { time: 1, address: '10.0.0.9' };
  const lastCalls = [
    { device: id, ...call },
    { device: 'removed', ...call },
  ];
  await saveCallReport(app.ports, entry, { lastCalls, refusals: null });
  const stored = await app.ports.store.lastCalls('studio-1');
  expect([stored.get(id), stored.get('removed')]).toEqual([expect.objectContaining(call), undefined]);
});
