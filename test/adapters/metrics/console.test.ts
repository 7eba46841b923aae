// The console's metrics: who may read them, what they count, and that dashboard and alert rules use what exists.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prometheusConsoleMetrics } from '../../../adapters/metrics/console.js';
import { cheapPasswords } from '../../../features/support/cheap-passwords.js';
import { type Console, composeConsole } from '../../../infra/console/console.js';
import { type Settings, readSettings } from '../../../infra/settings/settings.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { memoryLog } from '../../application/console/readable-log.js';
import { rightOf } from '../../domain/fixtures.js';
import { basic } from '../../support/http-basic.js';
import { type LinkedService, linkedService, until } from '../cloud/link.js';
import { type MetricFamily, readExposition } from './exposition.js';

describe('the console’s metrics', () => {
  const token = 'a-token-of-the-metrics';
  const admin = { username: 'admin', password: 'the admin’s own secret' };

  let folder: string;
  let console: Console;
  let service: LinkedService;
  let url: string;
  let studioKey: string;

  const settingsWith = (more: Readonly<Record<string, string>>): Settings =>
    rightOf(
      readSettings([], {
        CONSOLE_PORT: '0',
        DATA_DIR: folder,
        CONSOLE_ADMIN_PASSWORD: admin.password,
        ...more,
      }),
    ).settings;

  const read = (authorization?: string): Promise<Response> =>
    fetch(`${url}/metrics`, { headers: authorization === undefined ? {} : { authorization } });

  const collect = async (): Promise<readonly MetricFamily[]> => {
    const response = await read(`Bearer ${token}`);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching(/^text\/plain; version=0\.0\.4/) as string,
    ]);
    return readExposition(await response.text());
  };

  /** Returns the value of a sample; undefined if there is none. */
  const valueOf = async (name: string, labels: Readonly<Record<string, string>> = {}): Promise<number | undefined> => {
    const samples = (await collect()).flatMap((family) => family.samples);
    const isMeant = (sample: (typeof samples)[number]): boolean =>
      sample.name === name && Object.entries(labels).every(([label, text]) => sample.labels[label] === text);
    return samples.find(isMeant)?.value;
  };

  const pushes = () => valueOf('studio_control_console_push_duration_seconds_count');
  const signIns = (outcome: string) => valueOf('studio_control_console_sign_ins_total', { outcome });

  const signIn = (password: string): Promise<Response> =>
    fetch(`${url}/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...admin, password }),
    });

  const addDevice = async (name: string): Promise<void> => {
    const response = await fetch(`${url}/api/studios/${demoStudio.id}/devices`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: basic(admin.username, admin.password) },
      body: JSON.stringify({ name, access: 'read_only' }),
    });
    expect(response.status).toBe(201);
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'studio-control-metrics-'));
    console = await composeConsole(settingsWith({ CONSOLE_METRICS_TOKEN: token }), memoryLog(), cheapPasswords);
    const { port } = await console.server.listen(0, '127.0.0.1');
    url = `http://127.0.0.1:${String(port)}`;
    studioKey = await console.enrol(demoStudio);
    service = linkedService(url, studioKey);
  });
  afterAll(async () => {
    await service.link.stop();
    await console.stop();
    rmSync(folder, { recursive: true });
  });

  describe('@CONSOLE-METRICS-1: the metrics', () => {
    it.each([
      ['nothing', undefined],
      ['another token', 'Bearer another-token-of-metrics'],
      ['the token as a password', basic('metrics', token)],
      ['an operator', basic(admin.username, admin.password)],
    ])('are refused to a caller that sends %s', async (_what, authorization) => {
      const response = await read(authorization);
      expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="metrics"']);
      expect(await response.text()).not.toContain('studio_control_');
    });

    it('are refused to a service', async () => {
      expect((await read(basic(demoStudio.id, studioKey))).status).toBe(401);
    });

    it('have no route without a token', async () => {
      const other = await composeConsole(
        settingsWith({ DATA_DIR: join(folder, 'other') }),
        memoryLog(),
        cheapPasswords,
      );
      const { port } = await other.server.listen(0, '127.0.0.1');
      const response = await fetch(`http://127.0.0.1:${String(port)}/metrics`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(response.status).toBe(404);
      await other.stop();
    });
  });

  describe('@CONSOLE-METRICS-2: the metrics', () => {
    it('count sign-ins by outcome', async () => {
      expect([await signIns('signed_in'), await signIns('wrong_credentials')]).toEqual([0, 0]);
      await signIn(admin.password);
      await signIn('a guess');
      await signIn('a guess');
      expect([await signIns('signed_in'), await signIns('wrong_credentials')]).toEqual([1, 2]);
    });

    it('show connected services, and how long a change takes until it is in force', async () => {
      const connected = () => valueOf('studio_control_console_services_connected');
      expect(await connected()).toBe(0);
      await addDevice('Before');
      service.link.start();
      await until(async () => (await connected()) === 1);
      await until(() => service.stored.length > 0);
      // The configuration of a service that connects is not a push.
      expect(await pushes()).toBe(0);
      await addDevice('Panel');
      await until(async () => (await pushes()) === 1);
      expect(await valueOf('studio_control_console_push_duration_seconds_bucket', { le: '10' })).toBe(1);
      expect(await valueOf('studio_control_console_configurations_refused_total')).toBe(0);
    });

    it('count configurations that a service refuses, and do not measure them', async () => {
      const report = { version: 1, refused: 'devices[0]: expected a name' };
      const headers = { 'content-type': 'application/json', authorization: basic(demoStudio.id, studioKey) };
      await fetch(`${url}/sync/applied`, { method: 'POST', headers, body: JSON.stringify(report) });
      expect(await valueOf('studio_control_console_configurations_refused_total')).toBe(1);
      expect(await pushes()).toBe(1);
    });

    it('name no studio, no operator and no address', async () => {
      const text = await (await read(`Bearer ${token}`)).text();
      for (const name of [demoStudio.id, demoStudio.name, 'Panel', '127.0.0.1']) expect(text).not.toContain(name);
      expect(text).not.toMatch(/\badmin\b/);
    });
  });
});

const startedAtMs = Date.UTC(2021, 2, 1);

describe('@CONSOLE-METRICS-2: the metrics of a console', () => {
  it('show uptime in seconds, version, connected services, and the duration of pushes', async () => {
    let [nowMs, services] = [startedAtMs, ['studio-1', 'studio-2']];
    const own = prometheusConsoleMetrics({
      connections: { connected: () => services },
      clock: { now: () => nowMs },
      version: '1.2.3',
    });
    const lines = async () => (await own.collect()).text.split('\n');
    nowMs += 90_500;
    own.observePush(0.25);
    own.countRefusedConfiguration();
    own.countSignIn('throttled');
    own.countWebhookAttempt(true);
    own.countWebhookAttempt(false);
    const prefix = 'studio_control_console_';
    const expected = [
      'uptime_seconds 90.5',
      'info{version="1.2.3"} 1',
      'services_connected 2',
      'push_duration_seconds_sum 0.25',
    ];
    const counted = [
      'configurations_refused_total 1',
      'sign_ins_total{outcome="throttled"} 1',
      'webhook_attempts_total{outcome="accepted"} 1',
      'webhook_attempts_total{outcome="failed"} 1',
      'sign_ins_total{outcome="busy"} 0',
    ];
    expect(await lines()).toEqual(expect.arrayContaining([...expected, ...counted].map((line) => prefix + line)));
    [nowMs, services] = [startedAtMs - 1, []];
    expect(await lines()).toEqual(
      expect.arrayContaining([`${prefix}uptime_seconds 0`, `${prefix}services_connected 0`]),
    );
  });
});
