// The set-up of a new device: the calls it may make, how they are written, and what its first calls show.
import { describe, expect, it } from 'vitest';
import { noCalls, withCalls } from '../../../../../adapters/web/console/activity/calls.js';
import {
  companionAction,
  companionFields,
  companionModuleFields,
  curlCommand,
  urlWithToken,
} from '../../../../../adapters/web/console/new-device/examples.js';
import { callsOfToken, newLastCall } from '../../../../../adapters/web/console/new-device/first-call.js';
import {
  needsClip,
  offersFor,
  withClip,
  type OfferBasis,
} from '../../../../../adapters/web/console/new-device/offers.js';
import { defaultConfiguration } from '../../../../../domain/access/configuration.js';
import { features } from '../../../../../domain/feature.js';

const { access, features: switches } = defaultConfiguration('studio-1');

const targets = {
  urls: [],
  outputs: [
    { slot: 'main', scenes: ['full'] },
    { slot: 'video wall', scenes: ['left', 'right'] },
  ],
  clips: [{ number: 3, name: 'Weather' }],
  signals: ['red-light'],
  macros: [{ id: 'mac-1', name: 'Opening', features: null }],
  stations: null,
  panels: null,
  further: 0,
};

const anyCall = { access: 'read_and_control', features: [], panel: null, operations: [] } as const;
const basis: OfferBasis = { device: anyCall, access, switches, targets };
const pathsOf = (changes: Partial<OfferBasis>): readonly string[] =>
  offersFor({ ...basis, ...changes }).map(({ path }) => path);
const only = (...allowed: OfferBasis['device']['features']): Partial<OfferBasis> => ({
  device: { ...anyCall, features: allowed },
});

describe('the calls that a device may make', () => {
  it('name the records of the studio, reads first', () => {
    expect(pathsOf(only('signals'))).toEqual([
      '/api/v2/signals',
      '/api/v2/signals/red-light',
      '/api/v2/signals/red-light/on',
      '/api/v2/signals/red-light/off',
      '/api/v2/signals/red-light/pulse',
    ]);
    expect(pathsOf(only('outputs')).slice(1)).toEqual([
      '/api/v2/outputs/main/clips/{clip}/play',
      '/api/v2/outputs/video%20wall/clips/{clip}/play?scene=left',
      '/api/v2/outputs/video%20wall/clips/{clip}/play?scene=right',
    ]);
    expect(pathsOf(only('macros'))).toEqual(['/api/v2/macros', '/api/v2/macros/mac-1/run']);
  });

  it('are the general ones if the service reports no records', () => {
    expect(pathsOf({ targets: null, ...only('signals', 'outputs') })).toEqual(['/api/v2/signals', '/api/v2/outputs']);
    expect(pathsOf({ targets: { ...targets, clips: [] }, ...only('outputs') })).toEqual(['/api/v2/outputs']);
  });

  it('are reads for a read-only device', () => {
    const offers = offersFor({ ...basis, device: { ...anyCall, access: 'read_only' } });
    expect(new Set(offers.map((offer) => offer.access))).toEqual(new Set(['read']));
    expect(new Set(offers.map(({ feature }) => feature))).toEqual(new Set(features));
  });

  it('leave out what is switched off', () => {
    const off = (feature: 'signals' | 'macros', which: 'read' | 'control'): Partial<OfferBasis> => ({
      switches: { ...switches, [feature]: { ...switches[feature], [which]: false } },
    });
    expect(pathsOf({ ...only('macros'), ...off('macros', 'control') })).toEqual(['/api/v2/macros']);
    expect(pathsOf({ ...only('macros'), ...off('macros', 'read') })).toEqual(['/api/v2/macros/mac-1/run']);
    expect(pathsOf({ access: { ...access, apiEnabled: false } })).toEqual([]);
    expect(pathsOf(only('legacy'))).toEqual(['/api/state/state']);
    expect(pathsOf({ ...only('legacy'), access: { ...access, legacyAuthorization: false } })).toEqual([]);
  });

  it('@LIMIT-1: are those that it is limited to', () => {
    const limitedTo = (operation: string, values: Readonly<Record<string, string>>) =>
      pathsOf({ device: { ...anyCall, operations: [{ operation, with: values }] } });
    expect(limitedTo('signal.on', { id: 'red-light' })).toEqual(['/api/v2/signals/red-light/on']);
    expect(limitedTo('signal.on', { id: 'door' })).toEqual([]);
    expect(limitedTo('clip.play', { slot: 'main', number: '3' })).toEqual(['/api/v2/outputs/main/clips/{clip}/play']);
    expect(pathsOf({ device: { ...anyCall, panel: 'desk' } })).toEqual([]);
  });

  it('need a clip where they play one', () => {
    const [, play] = offersFor({ ...basis, ...only('outputs') });
    if (play === undefined) throw new Error('expected a call that plays a clip');
    expect(needsClip(play)).toBe(true);
    expect(withClip(play, '3')).toMatchObject({
      path: '/api/v2/outputs/main/clips/3/play',
      plainPath: '/api/v2/plain/outputs/main/clips/3/play',
    });
  });
});

describe('the examples', () => {
  const token = `svc_${'a'.repeat(32)}`;
  const [read, , on] = offersFor({ ...basis, ...only('signals') });
  const [, , scene] = offersFor({ ...basis, ...only('outputs') });
  if (read === undefined || on === undefined || scene === undefined) throw new Error('expected three calls');
  const url = 'http://10.20.0.5:3002';

  it('send the token in the header, and never in the URL', () => {
    expect(curlCommand({ url, offer: read, token }).text).toBe(
      `curl -H 'Authorization: Bearer ${token}' 'http://10.20.0.5:3002/api/v2/signals'`,
    );
    expect(curlCommand({ url, offer: on, token }).text).toContain("-X POST -H 'Auth");
    expect(
      ['http://10.20.0.5:3002', 'http://[fd00::1]:3002', 'https://studio.example'].map((one) =>
        companionModuleFields({ url: one, token }).map(({ text }) => text),
      ),
    ).toEqual([
      ['10.20.0.5', '3002', token],
      ['fd00::1', '3002', token],
      ['https://studio.example', token],
    ]);
    expect(companionFields({ url, offer: on, token })).toEqual([
      { label: 'URI', text: 'http://10.20.0.5:3002/api/v2/signals/red-light/on' },
      { label: 'Headers', text: `{"Authorization":"Bearer ${token}"}` },
    ]);
    expect(companionFields({ url, offer: read, token })[0]?.text).toBe('http://10.20.0.5:3002/api/v2/plain/signals');
    expect([companionAction(read), companionAction(on)]).toEqual(['GET', 'POST']);
  });

  it('quote names for a shell', () => {
    const offer = { ...read, path: "/api/v2/signals/it's" };
    expect(curlCommand({ url, offer, token }).text).toContain(`'http://10.20.0.5:3002/api/v2/signals/it'\\''s'`);
  });

  it('send it in the URL where a device can do nothing else', () => {
    const plain = `${url}/api/v2/plain`;
    expect(urlWithToken({ url, offer: read, token }).text).toBe(`${plain}/signals?token=${token}`);
    const played = urlWithToken({ url, offer: withClip(scene, '3'), token }).text;
    expect(played).toBe(`${plain}/outputs/video%20wall/clips/3/play?scene=left&token=${token}`);
  });
});

describe('the first call', () => {
  const call = (step: string, device?: string, oldToken = false) => ({
    time: 1,
    address: '10.20.0.41',
    caller: null,
    method: 'GET',
    path: '/api/v2/signals',
    status: 200,
    error: null,
    answeredAfterMs: 1,
    decidedBy: { step, ...(device !== undefined && { device: { id: device, name: device } }), oldToken },
  });
  const seen = (...calls: readonly ReturnType<typeof call>[]) =>
    callsOfToken(withCalls(noCalls, { calls, notShown: 0 }).lines, 'd1');

  it('is the first with the new token, admitted or refused', () => {
    const refused = call('read_only', 'd1');
    expect(seen(call('device_token', 'd2'), call('device_token', 'd1', true))).toEqual({});
    expect(seen(call('device_token', 'd2'), refused)).toEqual({ first: refused });
    const last = call('device_token', 'd1');
    expect(seen(refused, call('device_token', 'd1'), last)).toMatchObject({ first: refused, last });
  });

  it('is missing where another way in was used, or a wrong token', () => {
    expect(seen(call('unknown_token')).stray?.decidedBy?.step).toBe('unknown_token');
    expect(seen(call('host')).first).toBeUndefined();
    expect(seen(call('unknown_token'), call('host')).stray?.decidedBy?.step).toBe('host');
  });

  it('is also that which the service reports as the last call', () => {
    const at = (time: string) => ({ time, address: '10.20.0.41', answer: null });
    const never = { lastCall: null };
    expect(newLastCall(never, undefined)).toBeNull();
    expect(newLastCall(never, { lastCall: null, oldToken: null })).toBeNull();
    expect(newLastCall(never, { lastCall: at('2'), oldToken: null })).toEqual(at('2'));
    expect(newLastCall({ lastCall: at('2') }, { lastCall: at('2'), oldToken: null })).toBeNull();
    const oldToken = { state: 'active', endsAt: '9', lastCall: { time: '3', address: '10.20.0.41' } } as const;
    expect(newLastCall({ lastCall: at('2') }, { lastCall: at('3'), oldToken })).toBeNull();
    expect(newLastCall({ lastCall: at('2') }, { lastCall: at('4'), oldToken })).toEqual(at('4'));
  });
});
