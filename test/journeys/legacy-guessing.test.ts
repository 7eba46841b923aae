// Guesses of the legacy password: a public address that keeps failing has to wait, and learns nothing meanwhile.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { injectCall } from '../../features/support/in-process/inject.js';
import { manualClock, type ManualClock } from '../../simulator/clock.js';
import { panel, token } from '../domain/fixtures.js';
import { base64, basic } from '../support/http-basic.js';
import { startHttpService, type TestService } from '../adapters/http/service.js';

const attacker = '198.51.100.7';
const serverPassword = base64('server-1');

describe('guesses of the legacy password', () => {
  let clock: ManualClock;
  let service: TestService;
  beforeEach(async () => {
    clock = manualClock();
    service = await startHttpService(clock);
  });
  afterEach(() => service.close());

  const call = (from: string, authorization: string, path = '/api/signals', headers = {}) =>
    injectCall(service.composed.server.node, {
      from,
      method: 'GET',
      path,
      headers: { authorization, ...headers },
    }).answer();

  const status = async (from: string, password: string, username = 'EXTERNAL_APP'): Promise<number> =>
    (await call(from, basic(username, password))).status;

  const guess = async (times: number, from = attacker, username = 'EXTERNAL_APP'): Promise<readonly number[]> => {
    const answers: number[] = [];
    for (let at = 0; at < times; at += 1) answers.push(await status(from, `guess ${String(at)}`, username));
    return answers;
  };

  it('leave few lines in the log, however many addresses make them, and all are counted', async () => {
    for (let at = 0; at < 100; at += 1) await guess(5, `2001:db8:0:${at.toString(16)}::1`);
    const waits = () => service.log.lines.filter((line) => line.includes('wrong legacy passwords'));
    expect(waits()).toHaveLength(32);
    await clock.advance(60_000);
    expect(waits()).toHaveLength(33);
    expect(waits().at(-1)).toContain('further addresses have to wait {"count":68');
  });

  it('are answered in the same way with the right password and with a wrong one', async () => {
    await guess(5);
    const answers = [];
    for (const password of [serverPassword, 'wrong'])
      for (const path of ['/api/signals', '/api/v2/signals', '/api/v2/plain/signals', '/api/nowhere', '/status'])
        answers.push(await call(attacker, basic('EXTERNAL_APP', password), path));
    const shown = answers.map(({ status: code, headers, body }) => ({
      code,
      body,
      challenge: headers['www-authenticate'],
    }));
    expect(shown.slice(0, 5)).toEqual(shown.slice(5));
    expect(
      service
        .requests()
        .slice(0, 10)
        .map(({ caller }) => caller),
    ).toEqual(Array(10).fill(null));
  });

  it('count under every app username, on public routes and on unknown ones', async () => {
    await guess(1, attacker, 'OUTPUT_PLAYER');
    for (const path of ['/status', '/api/v2/health', '/api/v2/nowhere', '/api/v2/events'])
      await call(attacker, basic('EXTERNAL_APP', 'wrong'), path);
    expect(await status(attacker, serverPassword)).toBe(401);
  });

  it('are reported in the log, once per wait and without the password', async () => {
    await guess(9);
    const lines = service.log.lines.filter((line) => line.includes('legacy passwords'));
    expect(lines).toEqual([
      `wrong legacy passwords: this address has to wait before another is checked {"address":"${attacker}","waitSeconds":5}`,
    ]);
  });

  it('of a device that has been removed count too', async () => {
    service.apply({ devices: [{ ...panel, id: 'other', tokenHash: panel.tokenHash }] });
    expect(await status(attacker, token(1))).toBe(200);
    service.apply({ devices: [] });
    for (let at = 0; at < 5; at += 1) await status(attacker, token(1));
    expect(await status(attacker, serverPassword)).toBe(401);
  });
});
