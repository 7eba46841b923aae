// The status that a service reports is bounded and contains no token.
import { describe, expect, it } from 'vitest';
import { maxTargets } from '../../../domain/console/panel-targets.js';
import {
  boundedStatus,
  ServiceStatus,
  withKeptTargets,
  type ReportedAlarm,
} from '../../../domain/console/service-status.js';

const alarm = (changes: Partial<ReportedAlarm> = {}): ReportedAlarm => ({
  kind: 'output_away',
  subject: 'out-1',
  message: 'the player of "main" is not connected',
  raisedAt: '2026-01-31T12:00:00.000Z',
  ...changes,
});

const healthy: ServiceStatus = { health: 'ok', alarms: [], furtherAlarms: 0, studioFileIssues: [] };

const token = `svc_${'a'.repeat(32)}`;

describe('the status of a service', () => {
  it('is accepted if it is within its bounds', () => {
    const status = { ...healthy, health: 'degraded' as const, alarms: [alarm()], studioFileIssues: ['signals.0: …'] };
    expect(boundedStatus(status)).toEqual(status);
    expect(ServiceStatus.is(status)).toBe(true);
  });

  it.each([
    ['no health', { ...healthy, health: 'fine' }],
    ['51 alarms', { ...healthy, alarms: Array(51).fill(alarm()) }],
    ['a long message', { ...healthy, alarms: [alarm({ message: 'x'.repeat(501) })] }],
    ['no time', { ...healthy, alarms: [alarm({ raisedAt: 'yesterday' })] }],
    ['a long time', { ...healthy, alarms: [alarm({ raisedAt: `2026-01-31T12:00:00.000${' '.repeat(20)}` })] }],
    ['21 issues', { ...healthy, studioFileIssues: Array(21).fill('wrong') }],
    ['a line break', { ...healthy, studioFileIssues: ['a\nb'] }],
  ])('is refused with %s', (_what, status) => {
    expect(ServiceStatus.is(status)).toBe(false);
  });

  it('@STATUS-6: keeps the rest if the targets of panels can not be read', () => {
    expect(withKeptTargets({ ...healthy, panels: null })).toEqual(healthy);
    expect(withKeptTargets({ ...healthy, panels: { signals: ['a'] } })).toMatchObject({ panels: { signals: ['a'] } });
    expect(withKeptTargets(healthy)).toEqual(healthy);
    expect(withKeptTargets('status')).toBe('status');
  });

  it('shows half a surrogate pair and a token in no text', () => {
    const [shown] = boundedStatus({ ...healthy, alarms: [alarm({ kind: `\ud800 ${token}` })] }).alarms;
    expect(shown?.kind).toMatch(/^\uFFFD (?!svc_a)/);
  });

  it.each([
    [{ onAir: true, holder: 'Alpha FM', devicesAway: 2 }],
    [{ onAir: false, holder: null, devicesAway: 0 }],
    [{}],
  ])('@STATUS-9: keeps what is reported of the studio, within its bounds: %j', (summary) => {
    expect(boundedStatus({ ...healthy, ...summary })).toEqual({ ...healthy, ...summary });
    const long = boundedStatus({ ...healthy, holder: 'x'.repeat(200), devicesAway: 5_000_000 });
    expect(ServiceStatus.is(long)).toBe(true);
  });

  it('@STATUS-4: names the newest 50 alarms and counts the rest', () => {
    const alarms = Array.from({ length: 60 }, (_, at) => alarm({ subject: String(at) }));
    const bounded = boundedStatus({ ...healthy, alarms });
    expect(bounded.alarms.map(({ subject }) => subject)).toEqual(Array.from({ length: 50 }, (_, at) => String(at)));
    expect(bounded.furtherAlarms).toBe(10);
    expect(boundedStatus({ ...healthy, alarms, furtherAlarms: 5 }).furtherAlarms).toBe(15);
    expect(ServiceStatus.is(bounded)).toBe(true);
  });

  it('names the version of the service, within its bound', () => {
    expect(boundedStatus({ ...healthy, version: '1.3.0' }).version).toBe('1.3.0');
    expect(ServiceStatus.is(boundedStatus({ ...healthy, version: 'x'.repeat(1000) }))).toBe(true);
  });

  it('@EDITING-7: states whether the host allows editing', () => {
    expect(boundedStatus({ ...healthy, editing: true })).toEqual({ ...healthy, editing: true });
  });

  it('names the targets of panels, of which each kind is bounded', () => {
    const signals = Array.from({ length: maxTargets.signals + 2 }, (_, at) => `signal-${String(at)}`);
    const none = { urls: [], outputs: [], clips: [], macros: [], further: 0 };
    const { panels } = boundedStatus({ ...healthy, panels: { ...none, signals } });
    expect(panels).toEqual({ ...none, signals: signals.slice(0, -2), further: 2 });
  });

  it('lists 20 issues, the last of which counts the rest', () => {
    const issues = Array.from({ length: 21 }, (_, at) => `fault ${String(at)}`);
    const { studioFileIssues } = boundedStatus({ ...healthy, studioFileIssues: issues });
    expect(studioFileIssues).toHaveLength(20);
    expect(studioFileIssues.slice(-2)).toEqual(['fault 18', 'and 2 more issues']);
    expect(boundedStatus({ ...healthy, studioFileIssues: issues.slice(1) }).studioFileIssues.at(-1)).toBe('fault 20');
  });

  it('shortens texts, redacts tokens and shows invisible characters', () => {
    const message = `${token} \u0007 ${'x'.repeat(600)}`;
    const bounded = boundedStatus({ ...healthy, alarms: [alarm({ message })], studioFileIssues: [message] });
    const [shown] = bounded.studioFileIssues;
    expect(shown).toMatch(/^\*\*\* \uFFFD x+…$/);
    expect(shown).toHaveLength(500);
    expect(bounded.alarms[0]?.message).toBe(shown);
    expect(ServiceStatus.is(bounded)).toBe(true);
  });

  it('cuts no character in half', () => {
    const bounded = boundedStatus({ ...healthy, studioFileIssues: ['\u{1F600}'.repeat(300)] });
    expect(bounded.studioFileIssues[0]?.isWellFormed()).toBe(true);
  });
});
