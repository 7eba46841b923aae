// The header of syslog messages: priorities, and hosts without a usable name.
import { expect, it } from 'vitest';
import { syslogMessage } from '../../../adapters/audit/syslog-message.js';
import type { AuditKind } from '../../../application/ports/audit.js';

const message = (kind: AuditKind, host = 'studio'): string =>
  syslogMessage({ host, processId: 7 }, { kind, time: '2026-01-31T12:00:00.000Z', part: 'service' }, '{}');

const [warning, notice] = ['<108>', '<109>'];

const priorities: Readonly<Record<AuditKind, string>> = {
  started: notice,
  stopped: notice,
  action: notice,
  configuration: notice,
  'studio-file': notice,
  change: notice,
  'sign-in': notice,
  'sign-in.failed': warning,
  'sign-out': notice,
  refused: warning,
  lost: warning,
};

it.each(Object.entries(priorities))('the priority of %s is %s', (kind, priority) => {
  expect(message(kind as AuditKind)).toMatch(
    new RegExp(`^\\d+ ${priority}1 2026-01-31T12:00:00.000Z studio studio-control 7 ${kind} - \\{\\}$`),
  );
});

it.each([
  ['', '-'],
  ['ü ß', '-'],
  ['a b', 'ab'],
  ['x'.repeat(300), 'x'.repeat(255)],
])('the host %j is written as %j', (host, written) => {
  expect(message('action', host).split(' ')[3]).toBe(written);
});
