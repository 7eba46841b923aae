// Guesses of the legacy password: a public address that keeps failing has to wait, and learns nothing meanwhile.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { injectCall } from '../../features/support/in-process/inject.js';
import { manualClock, type ManualClock } from '../../simulator/clock.js';
import { access, panel, token } from '../domain/fixtures.js';
import { base64, basic } from '../support/http-basic.js';
import { startHttpService, type TestService } from '../adapters/http/service.js';

const attacker = '198.51.100.7';
const serverPassword = base64('server-1');
const studioPassword = base64('studio-1');

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

  it('are slowed: after many in one second neither password is accepted', async () => {
    expect(new Set(await guess(300))).toEqual(new Set([401]));
    expect(await status(attacker, serverPassword)).toBe(401);
    expect(await status(attacker, studioPassword)).toBe(401);
  });

  it('make the right password wait as long as a wrong one, and it is accepted afterwards', async () => {
    await guess(5);
    await clock.advance(4_999);
    expect(await status(attacker, serverPassword)).toBe(401);
    await clock.advance(1);
    expect(await status(attacker, serverPassword)).toBe(200);
    expect(await status(attacker, studioPassword)).toBe(200);
  });

  it('are forgiven by the right password, so that later ones are counted anew', async () => {
    await guess(4);
    expect(await status(attacker, serverPassword)).toBe(200);
    await guess(4);
    expect(await status(attacker, serverPassword)).toBe(200);
  });

  it('leave few lines in the log, however many addresses make them, and all are counted', async () => {
    for (let at = 0; at < 100; at += 1) await guess(5, `2001:db8:0:${at.toString(16)}::1`);
    const waits = () => service.log.lines.filter((line) => line.includes('wrong legacy passwords'));
    expect(waits()).toHaveLength(32);
    await clock.advance(60_000);
    expect(waits()).toHaveLength(33);
    expect(waits().at(-1)).toContain('further addresses have to wait {"count":68');
  });

  it('wait twice as long after each further failure', async () => {
    await guess(5);
    await clock.advance(5_000);
    await guess(1);
    await clock.advance(9_999);
    expect(await status(attacker, serverPassword)).toBe(401);
    await clock.advance(1);
    expect(await status(attacker, serverPassword)).toBe(200);
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

  it('slow one IPv4 address, or one IPv6 network of 64 bits', async () => {
    await guess(5);
    expect(await status('198.51.100.8', serverPassword)).toBe(200);
    await guess(5, '2001:db8::1');
    expect(await status('2001:db8::ffff:0:0:1', serverPassword)).toBe(401);
    expect(await status('2001:db8:0:1::1', serverPassword)).toBe(200);
  });

  it('never slow legacy apps on private addresses', async () => {
    for (const from of ['192.168.1.20', 'fd00::20']) {
      expect(await guess(9, from)).toEqual(Array(9).fill(200));
      expect(await guess(9, from, 'OUTPUT_PLAYER')).toEqual(Array(9).fill(401));
      expect(await status(from, 'anything')).toBe(200);
      expect(await status(from, '', 'OUTPUT_PLAYER')).toBe(200);
    }
  });

  it('slow no device at the same address, and its token is no guess', async () => {
    await guess(5);
    const devices = Array.from({ length: 9 }, () => status(attacker, token(1)));
    expect(await Promise.all(devices)).toEqual(Array(9).fill(200));
    await clock.advance(5_000);
    expect(await status(attacker, serverPassword)).toBe(200);
  });

  it('leave LAN access to a listed address', async () => {
    const listedDevices = [{ address: attacker, label: 'van' }];
    service.apply({ access: access({ accessWithoutToken: 'listed', listedDevices }) });
    await guess(5);
    const { status: code } = await call(attacker, basic('EXTERNAL_APP', serverPassword), '/api/v2/signals');
    expect([code, service.requests()[0]?.caller]).toEqual([200, 'lan:van']);
  });

  it('are not counted while legacy authorization is off', async () => {
    service.apply({ access: access({ legacyAuthorization: false }) });
    await guess(9);
    service.apply({});
    expect(await status(attacker, serverPassword)).toBe(200);
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
