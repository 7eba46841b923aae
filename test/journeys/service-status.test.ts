// The status of a service on its way to the console, over real sockets; also where one of the two is older.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ServiceStatusSource } from '../../application/alarms/service-status.js';
import { changeNotifier } from '../../application/ports/watch.js';
import type { ServiceStatus } from '../../domain/console/service-status.js';
import { basic, testConsole, type ConsoleUnderTest, listeningUrl } from '../application/console/console.js';
import { linkedService, scriptedConsole, until, version, type LinkedService } from '../adapters/cloud/link.js';

const healthy: ServiceStatus = { health: 'ok', alarms: [], furtherAlarms: 0, studioFileIssues: [] };

const raised: ServiceStatus = {
  ...healthy,
  health: 'degraded',
  alarms: [{ kind: 'output_away', subject: 'out-1', message: 'away', raisedAt: '2026-01-31T12:00:00.000Z' }],
};

/** A status that a test sets. */
const statusSource = () => {
  const { watch, notify } = changeNotifier<undefined>();
  let status = healthy;
  const source: ServiceStatusSource = {
    read: () => status,
    watch: (onChange) => watch(onChange),
  };
  return {
    source,
    set: (changed: ServiceStatus): void => {
      status = changed;
      notify(undefined);
    },
  };
};

const collectMs = 250;
const services: LinkedService[] = [];
const start = (...args: Parameters<typeof linkedService>): LinkedService => {
  const service = linkedService(...args);
  services.push(service);
  service.link.start();
  return service;
};
afterEach(async () => {
  await Promise.all(services.splice(0).map(({ link }) => link.stop()));
});

describe('a console', () => {
  let app: ConsoleUnderTest;
  let url: string;
  beforeEach(async () => {
    app = await testConsole();
    url = await listeningUrl(app);
  });
  afterEach(() => app.server.close(0));

  const shown = async () => {
    const { studios } = (await app.operate('GET', '/api/studios')).body as {
      studios: { service: unknown; appliedVersion: number | null }[];
    };
    return studios[0];
  };
  const post = (path: string, body: unknown) =>
    app.call('POST', path, { body, headers: { authorization: basic('studio-1', app.key) } });

  it('@STATUS-1: shows the status beside the version in force, and every change', async () => {
    const { source, set } = statusSource();
    expect(await shown()).toMatchObject({ service: null });
    const { clock } = start(url, app.key, { status: source });
    await until(async () => (await shown())?.service !== null);
    expect(await shown()).toMatchObject({ service: healthy });
    set({ ...raised, studioFileIssues: ['signals.0.id: expected a text'] });
    set(raised);
    await clock.advance(collectMs);
    await until(async () => JSON.stringify(await shown()).includes('out-1'));
    expect(await shown()).toMatchObject({ service: { ...raised, reportedAt: expect.any(String) as string } });
  });

  it('@STATUS-3: shows no status of a service that reports none, also if an earlier one did', async () => {
    await post('/sync/status', raised);
    expect(await shown()).toMatchObject({ service: raised });
    const { inForce } = start(url, app.key);
    await until(async () => (await shown())?.appliedVersion === inForce());
    expect(await shown()).toMatchObject({ service: null });
  });

  it('@STATUS-5: returns what the service reports for the set-up of devices, to those who may see the studio', async () => {
    const path = '/api/studios/studio-1/panel-targets';
    const panelTargets = async () => ((await app.operate('GET', path)).body as { panelTargets: unknown }).panelTargets;
    const panels = {
      urls: ['http://10.20.0.5:3002'],
      outputs: [{ slot: 'main', scenes: ['full'] }],
      clips: [],
      signals: ['red-light', `svc_${'a'.repeat(32)}`],
      macros: [],
      further: 0,
    };
    expect(await panelTargets()).toBeNull();
    await post('/sync/status', { ...raised, panels });
    expect(await panelTargets()).toEqual({
      ...panels,
      signals: ['red-light'],
      further: 1,
      stations: null,
      panels: null,
    });
    expect(JSON.stringify(await shown())).not.toContain('red-light');
    expect((await app.call('GET', path)).status).toBe(401);
    expect((await app.operate('GET', '/api/studios/studio-9/panel-targets')).status).toBe(404);
    await post('/sync/status', raised);
    expect(await panelTargets()).toBeNull();
  });

  it.each(['/sync/status', '/sync/applied'])(
    '@STATUS-6: keeps a status with too many targets, sent to %s',
    async (path) => {
      const signals = Array.from({ length: 60 }, (_, at) => `signal-${String(at)}`);
      const panels = { urls: [], outputs: [], clips: [], signals, macros: [], further: 0 };
      const status = { ...raised, panels };
      const body = path === '/sync/status' ? status : { version: 7, status };
      expect((await post(path, body)).status).toBe(204);
      expect(await shown()).toMatchObject({ service: raised });
      const { panelTargets } = (await app.operate('GET', '/api/studios/studio-1/panel-targets')).body as {
        panelTargets: typeof panels;
      };
      expect(panelTargets.signals).toEqual(signals.slice(0, 48));
      expect(panelTargets.further).toBe(12);
    },
  );

  it('stores the version in force if it can not read the status beside it', async () => {
    await post('/sync/status', raised);
    const answer = await post('/sync/applied', { version: 7, status: { health: 'splendid' } });
    expect(answer.status).toBe(204);
    expect(await shown()).toMatchObject({ appliedVersion: 7, service: null });
  });

  it('redacts tokens again, and refuses what exceeds the bounds', async () => {
    const message = `svc_${'a'.repeat(32)}`;
    await post('/sync/status', { ...raised, studioFileIssues: [message] });
    expect(await shown()).toMatchObject({ service: { studioFileIssues: ['***'] } });
    expect((await post('/sync/status', { ...raised, alarms: Array(51).fill(raised.alarms[0]) })).status).toBe(400);
    expect(await shown()).toMatchObject({ service: { studioFileIssues: ['***'] } });
  });
});

describe('a service', () => {
  it('does without a console that is too old to take a status', async () => {
    const console = await scriptedConsole();
    const { source, set } = statusSource();
    const { clock, log } = start(console.url, 'key', { status: source });
    await until(() => console.streams.length === 1);
    set(raised);
    await clock.advance(collectMs);
    await until(() => console.requests.includes('POST /sync/status'));
    console.sendEvent(JSON.stringify(version(9)));
    await until(() => console.appliedReports.length === 1);
    expect(console.appliedReports).toEqual([{ version: 9, status: raised }]);
    await clock.advance(10_000);
    expect(console.requests.filter((one) => one === 'POST /sync/status')).toHaveLength(1);
    expect(log.lines.join()).not.toContain('404');
    await console.close();
  });
});
