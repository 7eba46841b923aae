// Sessions whose access configuration a console changes meanwhile.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { composeConsole, type Console } from '../../../../infra/console/console.js';
import { readSettings } from '../../../../infra/settings/settings.js';
import { demoStudio } from '../../../../simulator/demo-studio.js';
import { cheapPasswords } from '../../../../features/support/cheap-passwords.js';
import { memoryLog } from '../../../application/console/readable-log.js';
import { rightOf } from '../../../domain/fixtures.js';
import { basic } from '../../../support/http-basic.js';
import { replayed, startRecording } from './bench.js';

const password = 'a password of an operator';

let folder: string;
let console: Console;
let url: string;
let environment: Readonly<Record<string, string>>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'studio-control-changed-access-'));
  const settings = rightOf(readSettings([], { DATA_DIR: folder, CONSOLE_ADMIN_PASSWORD: password })).settings;
  console = await composeConsole(settings, memoryLog(), cheapPasswords);
  url = `http://127.0.0.1:${String((await console.server.listen(0, '127.0.0.1')).port)}`;
  const STUDIO_KEY = await console.enrol(demoStudio);
  environment = { TRUST_LOOPBACK: 'off', CONSOLE_URL: url, STUDIO_KEY, SIMULATOR_CLOCK: '' };
});
afterEach(() => {
  vi.unstubAllEnvs();
});
afterAll(async () => {
  await console.stop();
  rmSync(folder, { recursive: true });
});

const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
  const headers = { 'content-type': 'application/json', authorization: basic('admin', password) };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(`${url}/api/studios/${demoStudio.id}${path}`, { method, headers, ...sent });
  expect(response.status).toBeLessThan(300);
  return response.json();
};

interface Added {
  readonly device: { readonly id: string };
  readonly token: string;
}

const addDevice = async (name: string): Promise<Added> =>
  (await call('POST', '/devices', { name, access: 'read_and_control' })) as Added;

const line = 'red-light';

describe('@REPLAY-11: a session whose access is changed at the console', { timeout: 60_000 }, () => {
  it('is replayed to the same answers, without the tokens of its devices', async () => {
    const { serviceUrl, steer, stop } = await startRecording(environment);
    const answer = async (token: string): Promise<string> =>
      (await fetch(`${serviceUrl}/plain/signals/${line}?token=${token}`)).text();
    const first = await addDevice('Panel A');
    await expect.poll(() => answer(first.token)).toBe('0');
    const second = await addDevice('Panel B');
    await expect.poll(() => answer(second.token)).toBe('0');
    await call('POST', `/devices/${first.device.id}/revoke`, {});
    await expect.poll(() => answer(first.token)).toBe('ERR unauthorized');
    await steer('POST', '/service/restart', {});
    expect([await answer(first.token), await answer(second.token)]).toEqual(['ERR unauthorized', '0']);
    const text = await stop();
    expect(text.match(/^\{"configuration":/gm)?.length).toBeGreaterThanOrEqual(3);
    for (const { token } of [first, second]) expect(text).not.toContain(token);
    expect(text).not.toContain(environment['STUDIO_KEY']);
    expect(text).not.toContain(`"studioId":"${demoStudio.id}"`);
    expect(await replayed(text)).toBeUndefined();
    const changed = text.replaceAll('"name":"Panel B","access":"read_and_control"', '"name":"Panel B","access":"none"');
    await expect(async () => replayed(changed)).rejects.toThrow(/line \d+: configuration\.devices\[1\]\.access: /);
  });

  it('answers to the recorder that its version is in force', async () => {
    const { stop } = await startRecording(environment);
    const { device } = await addDevice('Panel C');
    await call('POST', `/devices/${device.id}/revoke`, {});
    const isApplied = async (): Promise<boolean> => {
      const { studio } = (await call('GET', '')) as {
        readonly studio: { readonly desiredVersion: number; readonly appliedVersion: number | null };
      };
      return studio.desiredVersion === studio.appliedVersion;
    };
    await expect.poll(isApplied).toBe(true);
    await stop();
  });

  it('puts a change in force that the disk refuses, and keeps running', async () => {
    const temporary = mkdtempSync(join(folder, 'temporary-'));
    vi.stubEnv('TMPDIR', temporary);
    const log = join(folder, 'refused.log');
    const { serviceUrl, stop } = await startRecording({ ...environment, LOG_FILE: log });
    const [session = ''] = readdirSync(temporary).filter((name) => name.startsWith('studio-control-session-'));
    mkdirSync(join(temporary, session, 'service', 'access-configuration.new'));
    const { token } = await addDevice('Panel D');
    const answer = async (): Promise<string> =>
      (await fetch(`${serviceUrl}/plain/signals/${line}?token=${token}`)).text();
    await expect.poll(answer).toBe('0');
    await stop();
    expect(readFileSync(log, 'utf8')).toContain(
      'the access configuration is in force but could not be written to disk',
    );
  });

  it('@REPLAY-2: is recorded without the secrets in its names and labels', async () => {
    const pasted = `svc_${'a1b2'.repeat(8)}`;
    const { serviceUrl, stop } = await startRecording(environment);
    const { token } = await addDevice(`Panel ${pasted}`);
    const second = await addDevice(`Key ${demoStudio.id}`);
    const third = await addDevice(`Key ${demoStudio.serverId}`);
    const listedDevices = ['192.168.7.1', '192.168.7.2'].map((address) => ({ address, label: `Desk ${pasted}` }));
    const settings = { apiEnabled: true, accessWithoutToken: 'off', listedDevices, legacyAuthorization: true };
    await call('PUT', '/access', settings);
    const answer = async (of: string): Promise<string> =>
      (await fetch(`${serviceUrl}/plain/signals/${line}?token=${of}`)).text();
    for (const of of [token, second.token, third.token]) await expect.poll(() => answer(of)).toBe('0');
    const text = await stop();
    for (const secret of [pasted, demoStudio.id, demoStudio.serverId]) expect(text).not.toContain(secret);
    expect(text).toMatch(/"label":"Desk \*\*\* 1".*"label":"Desk \*\*\* 2"/);
    expect(await replayed(text)).toBeUndefined();
  });
});
