// An attack: 36,000 calls of strangers. What was logged and recorded before is still there, and everything is counted.
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { winstonLog } from '../../adapters/log/winston-log.js';
import { callMessage } from '../../adapters/log/terminal-line.js';
import { auditSink } from '../../adapters/audit/audit-sink.js';
import { auditLog } from '../../application/audit/audit-log.js';
import { auditCalls } from '../../application/calls/call-audit.js';
import type { CallRecord } from '../../application/calls/call-record.js';
import { callLog } from '../../application/calls/call-log.js';
import type { StoredEntry } from '../../features/support/audit-log.js';
import { readAuditLog } from '../../features/support/audit-log.js';
import { manualClock } from '../../simulator/clock.js';
import { startHttpService } from '../adapters/http/service.js';
import { callRecord } from '../support/call-record.js';
import { wholeLines } from '../support/whole-lines.js';
import { temporaryFolder } from '../support/temporary-folder.js';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});

const strangers = 36_000;

/** The calls over real sockets, fewer because the test sends and answers them all. */
const overHttp = 3_600;

/** Sends calls on one connection without waiting for the responses; resolves when all are answered. */
const flood = async (port: number, path: string, calls: number): Promise<void> => {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const end = `GET ${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 198.51.100.7\r\nConnection: close\r\n\r\n`;
  const one = `GET ${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 198.51.100.7\r\n\r\n`;
  socket.write(one.repeat(calls - 1) + end);
  socket.resume();
  await once(socket, 'close');
};

it('refused calls leave two lines in the log of a service, and an entry and a count in its audit log', async () => {
  const service = await startHttpService(undefined, { DATA_DIR: folder });
  const entries = (): readonly StoredEntry[] => readAuditLog(folder, 'service');
  const on = await fetch(`http://127.0.0.1:${String(service.port)}/api/v2/signals/red-light/on`);
  expect(on.status).toBe(200);
  await Promise.all(Array.from({ length: 8 }, () => flood(service.port, '/api/v2/signals', overHttp / 8)));
  expect(service.log.lines.filter((line) => line.startsWith('call '))).toHaveLength(2);
  await service.composed.stop();
  expect(service.log.lines.at(-1)).toMatch(/^more calls like this one .*"status":401.*"count":3599/);
  expect(entries().map(({ kind, count }) => [kind, count])).toEqual([
    ['started', undefined],
    ['action', undefined],
    ['stopped', undefined],
    ['refused', undefined],
    ['refused', overHttp - 1],
  ]);
});

it('36,000 refused calls of as many addresses replace no file of the log, and nothing in the audit log', async () => {
  const clock = manualClock();
  const log = winstonLog('info', { isTerminal: false, file: join(folder, 'service.log') });
  const calls = callLog({ log, clock, message: callMessage });
  const retention = { days: 30, bytes: 100_000 };
  const sink = auditSink({ folder: join(folder, 'audit'), part: 'service', retention, clock: manualClock(), log });
  const audit = auditLog({ part: 'service', sink, clock });
  mkdirSync(join(folder, 'audit'));
  const answer = (record: CallRecord): void => {
    calls.write(record);
    auditCalls(audit)(record);
  };
  answer(callRecord({}, { action: { operation: 'signal.on', actionId: 'a-1' } }));
  for (let at = 0; at < strangers; at += 1)
    answer(callRecord({ caller: null, address: `2001:db8::${at.toString(16)}`, status: 401, error: 'unauthorized' }));
  await clock.advance(60_000);
  await audit.close();
  const entries = readAuditLog(folder, 'service');
  expect(entries).toHaveLength(1 + 32 + 1);
  expect(entries).toContainEqual(expect.objectContaining({ kind: 'action', actionId: 'a-1' }));
  expect(entries.at(-1)).toMatchObject({ kind: 'refused', count: strangers - 32 });
  const text = (): string => readFileSync(join(folder, 'service.log'), 'utf8');
  await expect.poll(text).toContain('"count":35968');
  expect(text()).toContain('device:Panel');
  expect(wholeLines(text())).toHaveLength(1 + 32 + 1);
  expect(readdirSync(folder)).toEqual(['audit', 'service.log']);
  expect(statSync(join(folder, 'service.log')).size).toBeLessThan(10_000);
});
