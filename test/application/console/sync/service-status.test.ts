// The status of a studio at the console: the API switch, times of reports and connections, labels, and history subjects.
import { beforeEach, describe, expect, it } from 'vitest';
import { utcTime } from '../../../../domain/codec/utc-time.js';
import { basic, testConsole, type ConsoleUnderTest } from '../console.js';

let app: ConsoleUnderTest;
const studio = '/api/studios/studio-1';
const shown = async () => ((await app.operate('GET', studio)).body as { studio: Record<string, unknown> }).studio;
const report = (body: object) =>
  app.call('POST', '/sync/applied', { body, headers: { authorization: basic('studio-1', app.key) } });
const now = (): string => utcTime(app.clock.now());
const access = async () => (await app.operate('GET', `${studio}/access`)).body as Record<string, unknown>;

beforeEach(async () => {
  app = await testConsole();
});

describe('@CONSOLE-30: the status of a studio', () => {
  it('states when the version in force was applied and last confirmed', async () => {
    const { desiredVersion: version } = await shown();
    await report({ version });
    const applied = now();
    expect(await shown()).toMatchObject({ appliedAt: applied, confirmedAt: applied });
    await app.clock.advance(60_000);
    await report({ version });
    expect(await shown()).toMatchObject({ appliedAt: applied, confirmedAt: now() });
  });

  it('states whether the API is switched on', async () => {
    await app.operate('PUT', `${studio}/access`, { ...(await access()), apiEnabled: false });
    expect(await shown()).toMatchObject({ apiEnabled: false });
  });

  it('states since when its service is disconnected', async () => {
    await app.ports.store.reportConnected(['studio-1'], [], app.clock.now());
    expect(await shown()).toMatchObject({ connected: true, disconnectedAt: null });
    await app.ports.store.reportConnected([], ['studio-1'], app.clock.now());
    const lost = now();
    await app.clock.advance(60_000);
    expect(await shown()).toMatchObject({ connected: false, disconnectedAt: lost });
  });
});

describe('@CONSOLE-31: labels', () => {
  it('are replaced as a whole, and recorded in the history', async () => {
    const labels = ['Köln', 'van'];
    expect(await app.operate('PUT', `${studio}/labels`, { labels })).toMatchObject({
      status: 200,
      body: { studio: { labels } },
    });
    expect(await shown()).toMatchObject({ labels });
    const { changes } = (await app.operate('GET', `${studio}/changes`)).body as { changes: { summary: string }[] };
    expect(changes[0]?.summary).toBe('labels now "Köln", "van"');
    await app.operate('PUT', `${studio}/labels`, { labels: [] });
    expect(await shown()).toMatchObject({ labels: [] });
  });

  it('@CONSOLE-17: are not replaced by an operator who has not seen the present ones', async () => {
    const seen = (await app.operate('GET', `${studio}/labels`)).headers.etag;
    const put = (labels: readonly string[]) => app.operate('PUT', `${studio}/labels`, { labels }, { 'if-match': seen });
    const first = await put(['Köln']);
    expect(first.status).toBe(200);
    expect(await put(['Bonn'])).toMatchObject({ status: 412, body: { error: 'changed_meanwhile' } });
    expect(await app.operate('GET', `${studio}/labels`)).toMatchObject({
      status: 200,
      headers: { etag: first.headers.etag },
      body: { labels: ['Köln'] },
    });
  });
});

it('@CONSOLE-32: the history names what a change concerned', async () => {
  await app.operate('PUT', `${studio}/access`, { ...(await access()), apiEnabled: false });
  const { changes } = (await app.operate('GET', `${studio}/changes`)).body as { changes: { subjects: unknown }[] };
  expect(changes.map(({ subjects }) => subjects)).toEqual([['access.apiEnabled'], null]);
});

it('@CONSOLE-18: tokens that were typed as labels are redacted in the history, in its subjects too', async () => {
  const label = 'svc_0123456789abcdefghijklmnopqrstuv';
  await app.operate('PUT', `${studio}/access`, {
    ...(await access()),
    listedDevices: [{ address: '10.0.0.1', label }],
  });
  const { text, body } = await app.operate('GET', `${studio}/changes`);
  expect((body as { changes: { subjects: unknown }[] }).changes[0]?.subjects).toEqual([
    'access.listed.["10.0.0.1","***"]',
  ]);
  expect(text).not.toContain(label);
});
