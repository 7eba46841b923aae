// Authorization of a call: the caller, the browser guard and the order of refusals.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { ownNames } from '../../../domain/access/browser-guard.js';
import { callerName, identityOf, type Caller } from '../../../domain/access/caller.js';
import type { AccessConfiguration } from '../../../domain/access/configuration.js';
import { readCredentials } from '../../../domain/access/credentials.js';
import { compileAccessPolicy } from '../../../domain/access/access-policy.js';
import { authorize } from '../../../domain/access/authorization.js';
import { isFeatureDenied, isSwitchedOn, type PermissionTarget } from '../../../domain/access/permission.js';
import type { Failure } from '../../../domain/failure.js';
import type { Feature } from '../../../domain/feature.js';
import { utcTime } from '../../../domain/codec/utc-time.js';
import { access, address, base64, configuration, hashToken, legacySettings, noon, panel, token } from '../fixtures.js';

const authorizeHere = authorize(ownNames('studio-host', []));
const compile = compileAccessPolicy({ hashToken, legacySettings, trustLoopback: true });

const target: PermissionTarget = { features: ['signals'], access: 'read', admission: 'admitted', generation: 'v2' };
const control: PermissionTarget = { ...target, access: 'control' };
const legacyTarget: PermissionTarget = { ...target, features: ['legacy', 'signals'], generation: 'legacy' };
const publicTarget: PermissionTarget = { ...target, features: ['system'], admission: 'public' };
const personal: PermissionTarget = { ...target, features: ['system'], admission: 'personal' };

const foreignPage = { origin: 'http://attacker.example', host: 'localhost' };
const ownPage = { origin: 'http://localhost', host: 'localhost' };

interface TestCall {
  readonly from?: string;
  readonly header?: string;
  readonly forwarded?: boolean;
  readonly at?: PermissionTarget;
  /** The page that a browser calls from; without an origin the browser sends its `User-Agent` only. */
  readonly page?: { readonly origin: string | undefined; readonly host: string };
  readonly when?: Partial<AccessConfiguration>;
  readonly isSpeculative?: boolean;
  readonly origin?: { readonly editor: string };
  /** Texts of the request where no token is read. */
  readonly elsewhere?: readonly string[];
}

const authorized = ({ from = '8.8.8.8', header, forwarded = false, isSpeculative = false, ...call }: TestCall) => {
  const { at = target, page, when = {}, elsewhere, origin } = call;
  return authorizeHere(
    compile(configuration({ devices: [panel], ...when }), noon),
    {
      address: address(from),
      forwarded,
      ...origin,
      credentials: { ...readCredentials(header, []), ...(elsewhere && { elsewhere: () => elsewhere }) },
      browser: {
        host: page?.host,
        origin: page?.origin,
        referer: undefined,
        userAgent: page && 'Mozilla/5.0',
        scheme: 'http',
        secFetchSite: undefined,
        secFetch: false,
        corsModeOnly: false,
        isSpeculative,
      },
    },
    at,
  );
};

const refusal = (call: TestCall): Failure | undefined => {
  const { decision } = authorized(call);
  return E.isLeft(decision) ? decision.left : undefined;
};

const codeOf = (call: TestCall): string => refusal(call)?.code ?? 'allowed';

const bearer = `Bearer ${token(1)}`;
const legacyHeader = `Basic ${base64(`EXTERNAL_APP:${base64('studio-1')}`)}`;
const wholeLan = { access: access({ accessWithoutToken: 'whole_lan' }) };
const apiOff = { access: access({ apiEnabled: false }) };

const off = (feature: Feature, what: 'read' | 'control'): Partial<AccessConfiguration> => {
  const { features } = configuration();
  return { features: { ...features, [feature]: { ...features[feature], [what]: false } } };
};

const device = (changes: Partial<typeof panel>): Partial<AccessConfiguration> => ({
  devices: [{ ...panel, ...changes }],
});

describe('the caller', () => {
  it('is returned where it is known, refused devices included', () => {
    const known = authorized({ header: bearer, when: device({ state: 'revoked' }) });
    expect(known.caller && callerName(known.caller)).toBe('device:Panel');
    expect(authorized({}).caller).toBeUndefined();
    expect(authorized({ header: bearer }).decision).toEqual(E.right(undefined));
  });
});

describe('@EDITING-24: what an editor of the studio file tries', () => {
  const trial: TestCall = { origin: { editor: 'operator:anna' }, at: control };

  it('is a call of the host by that name, under the switches that hold for the host', () => {
    const { caller, decision, step } = authorized(trial);
    expect(decision).toEqual(E.right(undefined));
    expect([caller && callerName(caller), step]).toEqual(['operator:anna', { step: 'host' }]);
    expect(identityOf(caller, address('8.8.8.8'))).toBe('loopback');
    expect(codeOf({ ...trial, when: apiOff })).toBe(codeOf({ from: '127.0.0.1', at: control, when: apiOff }));
    expect(codeOf({ ...trial, when: off('signals', 'control') })).toBe('feature_disabled');
  });
});

describe('unauthorized', () => {
  it('states what is required', () => {
    expect(refusal({})).toEqual({
      code: 'unauthorized',
      message: 'a device token, LAN access or legacy authorization is required',
    });
  });

  it('states that a known token has expired or is revoked, but not where it would work', () => {
    const messageFor = (changes: Partial<typeof panel>) => refusal({ header: bearer, when: device(changes) })?.message;
    expect(messageFor({ state: 'revoked' })).toBe('the device token is revoked');
    expect(messageFor({ expiresAt: utcTime(noon) })).toBe('the device token has expired');
  });

  it.each([
    ['no token', {}, undefined],
    ['the legacy password', { header: `Basic ${base64('EXTERNAL_APP:guess')}` }, undefined],
    ['an unknown token', { header: `Bearer ${token(9)}` }, 'no device has the token that was sent'],
    [
      'the token of another address',
      { header: bearer, when: device({ fixedAddress: '10.9.9.9' }) },
      'no device has the',
    ],
    [
      'a token in another header',
      { elsewhere: [token(1)] },
      'where none is read: send it once, as Authorization: Bearer',
    ],
    ['a token as username', { header: `Basic ${base64(`${token(1)}:`)}` }, 'a token was sent where none is read'],
    ['half a token', { header: `Bearer ${token(1).slice(0, 20)}` }, 'has another form: svc_ and 32 small letters and'],
  ])('@TOKEN-19: for %s states what may be wrong with it, without the token', (_, call, hint) => {
    const { message = '' } = refusal(call) ?? {};
    const [required, ...hints] = message.split('; ');
    expect(required).toBe('a device token, LAN access or legacy authorization is required');
    expect(hints.join('; ')).toContain(hint ?? '');
    expect(hints).toHaveLength(hint === undefined ? 0 : 1);
    expect(message).not.toContain(token(1).slice(0, 8));
  });

  it('@TOKEN-19: does not say whether a token works at another address', () => {
    const elsewhere = device({ fixedAddress: '10.9.9.9' });
    for (const header of [bearer, `Basic ${base64(`EXTERNAL_APP:${token(1)}`)}`])
      expect(refusal({ header, when: elsewhere })).toEqual(refusal({ header, when: { devices: [] } }));
  });

  it('is for unknown callers and refused devices, except on public routes', () => {
    const revoked = device({ state: 'revoked' });
    expect(codeOf({ header: bearer, when: revoked })).toBe('unauthorized');
    expect(codeOf({ header: bearer, when: revoked, at: publicTarget })).toBe('allowed');
    expect(codeOf({ at: publicTarget })).toBe('allowed');
  });

  it('is for a LAN caller of a personal route, and no other known caller', () => {
    expect(codeOf({ from: '10.0.0.1', at: personal, when: wholeLan })).toBe('unauthorized');
    expect(codeOf({ from: '127.0.0.1', at: personal })).toBe('allowed');
    expect(codeOf({ header: bearer, at: personal })).toBe('allowed');
    expect(codeOf({ header: legacyHeader, at: personal })).toBe('forbidden');
  });
});

describe('the refusal reason', () => {
  const refusedFor = (call: TestCall) => authorized(call).refusalReason;

  it('is set for callers who are not admitted', () => {
    expect(refusedFor({})).toBe('no_token');
    expect(refusedFor({ header: bearer, when: device({ state: 'revoked' }) })).toBe('revoked_token');
    expect(refusedFor({ header: bearer, when: device({ expiresAt: utcTime(noon) }) })).toBe('expired_token');
  });

  it('is not set for admitted callers, nor on public routes', () => {
    expect(refusedFor({ header: bearer })).toBeUndefined();
    expect(refusedFor({ header: bearer, when: apiOff })).toBeUndefined();
    expect(refusedFor({ from: '10.0.0.1', at: personal, when: wholeLan })).toBeUndefined();
    expect(refusedFor({ at: publicTarget })).toBeUndefined();
    expect(
      refusedFor({ at: publicTarget, when: { features: configuration().features, ...off('system', 'read') } }),
    ).toBe(undefined);
  });
});

describe('the deciding step', () => {
  const stepOf = (call: TestCall) => authorized(call).step;
  const named = { id: 'panel', name: 'Panel' };
  const listed = {
    access: access({ accessWithoutToken: 'listed', listedDevices: [{ address: '10.0.0.0/24', label: 'desk' }] }),
  };
  const anyPassword = `Basic ${base64('EXTERNAL_APP:wrong')}`;

  it('@ACTIVITY-4: is the check that admitted the caller', () => {
    expect(stepOf({ from: '127.0.0.1' })).toEqual({ step: 'host' });
    expect(stepOf({ header: bearer })).toEqual({ step: 'device_token', device: named });
    expect(stepOf({ header: legacyHeader, at: legacyTarget })).toEqual({ step: 'legacy', username: 'EXTERNAL_APP' });
    const byAddress = { step: 'listed_address', entry: '10.0.0.0/24', label: 'desk' };
    expect(stepOf({ from: '10.0.0.1', when: listed })).toEqual(byAddress);
    expect(stepOf({ from: '10.0.0.1', when: wholeLan })).toEqual({ step: 'whole_lan' });
    expect(stepOf({ at: publicTarget })).toEqual({ step: 'public_route' });
    const oldToken = { tokenHash: hashToken(token(1)), state: 'active', endsAt: utcTime(noon + 1) } as const;
    const replaced = device({ tokenHash: hashToken(token(2)), tokenNumber: 2, oldToken });
    expect(stepOf({ header: bearer, when: replaced })).toEqual({ step: 'device_token', device: named, oldToken: true });
  });

  it('@ACTIVITY-4: is the check that left the caller unknown', () => {
    expect(stepOf({})).toEqual({ step: 'no_token' });
    expect(stepOf({ header: `Bearer ${token(9)}` })).toEqual({ step: 'unknown_token' });
    expect(stepOf({ header: bearer, when: device({ state: 'revoked' }) })).toEqual({
      step: 'revoked_token',
      device: named,
    });
    expect(stepOf({ header: bearer, when: device({ expiresAt: utcTime(noon) }) }).step).toBe('expired_token');
    expect(stepOf({ header: bearer, when: device({ fixedAddress: '10.9.9.9' }) }).step).toBe('wrong_address');
    expect(stepOf({ header: anyPassword, at: legacyTarget })).toEqual({ step: 'legacy_refused' });
    const legacyOff = { access: access({ legacyAuthorization: false }) };
    expect(stepOf({ header: anyPassword, when: legacyOff })).toEqual({ step: 'legacy_off' });
    expect(stepOf({ from: '10.0.0.1', when: wholeLan, forwarded: true })).toEqual({
      step: 'no_token',
      forwarded: true,
    });
  });

  it('@ACTIVITY-4: is the check that refused an admitted caller', () => {
    expect(stepOf({ from: '10.0.0.1', at: personal, when: wholeLan })).toEqual({ step: 'personal_route' });
    const readOnly = { header: bearer, at: control, when: device({ access: 'read_only' }) };
    expect(stepOf(readOnly)).toEqual({ step: 'read_only', device: named });
    const limited = stepOf({ header: bearer, when: device({ features: ['outputs'] }) });
    expect(limited).toEqual({ step: 'feature_denied', device: named, feature: 'signals' });
    expect(stepOf({ header: legacyHeader })).toEqual({ step: 'legacy_on_v2' });
    expect(stepOf({ from: '127.0.0.1', page: foreignPage })).toEqual({ step: 'foreign_page' });
    expect(stepOf({ header: bearer, when: apiOff })).toEqual({ step: 'api_off' });
    const closed = { access: access({ legacyAuthorization: false }) };
    expect(stepOf({ header: bearer, at: legacyTarget, when: closed })).toEqual({ step: 'legacy_api_off' });
    const switched = stepOf({ header: bearer, when: off('signals', 'read') });
    expect(switched).toEqual({ step: 'switch_off', feature: 'signals', access: 'read' });
  });
});

describe('read_only', () => {
  it('is for a read-only device on a control route, and names it', () => {
    const readOnly = device({ access: 'read_only' });
    expect(refusal({ header: bearer, at: control, when: readOnly })).toEqual({
      code: 'read_only',
      message: 'the device "Panel" is read-only and may not control anything',
    });
    expect(codeOf({ header: bearer, when: readOnly })).toBe('allowed');
    expect(codeOf({ header: bearer, at: control })).toBe('allowed');
    expect(codeOf({ from: '127.0.0.1', at: control, when: readOnly })).toBe('allowed');
  });
});

describe('forbidden', () => {
  it('is for a device limited to other features, and names the feature', () => {
    expect(refusal({ header: bearer, when: device({ features: ['outputs'] }) })).toEqual({
      code: 'forbidden',
      message: 'the device "Panel" may not use the feature Signals',
    });
    expect(codeOf({ header: bearer, when: device({ features: ['outputs', 'signals'] }) })).toBe('allowed');
    expect(codeOf({ header: bearer, when: device({ features: ['outputs'] }), at: publicTarget })).toBe('allowed');
    const index = { ...target, features: [] };
    expect(codeOf({ header: bearer, when: device({ features: ['outputs'] }), at: index })).toBe('allowed');
  });

  it.each([
    [['signals'], 'the device "Panel" may not use the feature Legacy routes'],
    [['legacy'], 'the device "Panel" may not use the feature Signals'],
    [['legacy', 'signals'], undefined],
  ] as const)('is for a device that has %s on a legacy route', (features, message) => {
    expect(refusal({ header: bearer, at: legacyTarget, when: device({ features }) })?.message).toBe(message);
  });

  it('is for a legacy header on v2, even with LAN access', () => {
    expect(refusal({ from: '10.0.0.1', header: legacyHeader, when: wholeLan })).toEqual({
      code: 'forbidden',
      message: 'legacy authorization is valid on legacy routes only',
    });
    expect(codeOf({ header: legacyHeader, at: legacyTarget })).toBe('allowed');
    expect(codeOf({ header: legacyHeader, at: { ...legacyTarget, access: 'control' } })).toBe('allowed');
    expect(codeOf({ header: legacyHeader, at: publicTarget })).toBe('allowed');
  });

  it('is for a foreign page of a caller admitted by address', () => {
    expect(refusal({ from: '127.0.0.1', page: foreignPage })).toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('as ?token= where a page can send no header') as string,
    });
    expect(codeOf({ from: '10.0.0.1', page: foreignPage, when: wholeLan })).toBe('forbidden');
    expect(codeOf({ from: '10.0.0.1', page: ownPage, when: wholeLan })).toBe('allowed');
    expect(codeOf({ from: '127.0.0.1', page: foreignPage, at: publicTarget })).toBe('allowed');
  });

  it('is for a foreign page with a legacy header, even with the right password', () => {
    expect(codeOf({ header: legacyHeader, page: foreignPage, at: legacyTarget })).toBe('forbidden');
    expect(codeOf({ header: legacyHeader, page: ownPage, at: { ...legacyTarget, access: 'control' } })).toBe('allowed');
  });

  it('is for a control call of a browser that proves nothing, and names the ways out', () => {
    const message =
      "nothing proves that this browser request comes from the service's own page; " +
      'send a device token, or use the page /api/v2/docs';
    const unproven = { host: 'localhost', origin: undefined };
    for (const call of [
      { from: '127.0.0.1', at: control },
      { from: '10.0.0.1', at: control, when: wholeLan },
      { header: legacyHeader, at: { ...legacyTarget, access: 'control' as const } },
    ]) {
      expect(refusal({ ...call, page: unproven })).toEqual({ code: 'forbidden', message });
      expect(codeOf({ ...call, page: unproven, at: { ...call.at, access: 'read' } })).toBe('allowed');
      expect(codeOf({ ...call, page: ownPage })).toBe('allowed');
      expect(codeOf(call)).toBe('allowed');
    }
    expect(codeOf({ header: bearer, page: unproven, at: control })).toBe('allowed');
  });

  it('is not for a foreign page with a token', () => {
    expect(codeOf({ header: bearer, page: foreignPage })).toBe('allowed');
    expect(codeOf({ from: '127.0.0.1', header: bearer, page: foreignPage })).toBe('allowed');
    expect(codeOf({ from: '127.0.0.1', header: bearer, page: foreignPage, when: device({ state: 'revoked' }) })).toBe(
      'forbidden',
    );
    expect(codeOf({ from: '127.0.0.1', header: `Bearer ${token(9)}`, page: foreignPage })).toBe('forbidden');
  });

  it('@GUARD-20: is not for a page that only its token admits on loopback: it calls as the device', () => {
    const call = { from: '127.0.0.1', header: bearer, at: control, when: device({ access: 'read_only' }) };
    for (const page of [foreignPage, { host: 'localhost', origin: undefined }]) {
      const { caller, step } = authorized({ ...call, page });
      expect([caller && callerName(caller), step.step]).toEqual(['device:Panel', 'read_only']);
    }
    expect(codeOf({ ...call, page: foreignPage, when: device({ fixedAddress: '10.9.9.9' }) })).toBe('unauthorized');
    expect(codeOf({ ...call, page: foreignPage, when: device({ fixedAddress: '127.0.0.1' }) })).toBe('allowed');
    // A program of the host, and an own page, keep the host's rights.
    expect([codeOf(call), codeOf({ ...call, page: ownPage })]).toEqual(['allowed', 'allowed']);
  });

  it('@GUARD-21: is for an action that nobody has opened yet, by any caller', () => {
    const calls: readonly TestCall[] = [
      { from: '127.0.0.1', page: ownPage },
      { from: '10.0.0.1', when: wholeLan },
      { header: bearer },
      { from: '127.0.0.1', header: bearer, page: foreignPage },
      { header: legacyHeader, at: legacyTarget },
    ];
    for (const call of calls) {
      const action: TestCall = { ...call, at: { ...(call.at ?? target), access: 'control' as const } };
      expect(refusal({ ...action, isSpeculative: true })).toMatchObject({
        code: 'forbidden',
        message: expect.stringContaining('before anybody opened it') as unknown,
      });
      expect(authorized({ ...action, isSpeculative: true }).step).toEqual({ step: 'prefetch' });
      expect(codeOf({ ...call, isSpeculative: true })).toBe('allowed');
      expect(codeOf(action)).toBe('allowed');
    }
  });
});

describe('feature_disabled', () => {
  it('is for everything but public routes while the API is off', () => {
    const message = 'the API is switched off';
    expect(refusal({ header: bearer, when: apiOff })).toEqual({ code: 'feature_disabled', message });
    expect(codeOf({ from: '127.0.0.1', when: apiOff })).toBe('feature_disabled');
    expect(codeOf({ header: legacyHeader, at: legacyTarget, when: apiOff })).toBe('feature_disabled');
    expect(codeOf({ when: apiOff, at: publicTarget })).toBe('allowed');
  });

  it('is for every legacy route while legacy authorization is off', () => {
    const when = { access: access({ legacyAuthorization: false }) };
    const message = 'legacy authorization is switched off';
    expect(refusal({ from: '127.0.0.1', at: legacyTarget, when })).toEqual({ code: 'feature_disabled', message });
    expect(codeOf({ at: { ...legacyTarget, features: ['legacy'], admission: 'public' }, when })).toBe(
      'feature_disabled',
    );
    expect(codeOf({ from: '127.0.0.1', when })).toBe('allowed');
  });

  it('is for a feature that is switched off, and names it', () => {
    expect(refusal({ header: bearer, when: off('signals', 'read') })).toEqual({
      code: 'feature_disabled',
      message: 'read of the feature Signals is switched off',
    });
    expect(codeOf({ header: bearer, when: off('signals', 'control') })).toBe('allowed');
    expect(codeOf({ header: bearer, at: control, when: off('signals', 'control') })).toBe('feature_disabled');
    expect(codeOf({ header: bearer, at: control, when: off('signals', 'read') })).toBe('allowed');
    expect(codeOf({ at: publicTarget, when: off('system', 'read') })).toBe('feature_disabled');
  });

  it('is for a legacy route whose own feature or the one it touches is off', () => {
    expect(codeOf({ header: bearer, at: legacyTarget, when: off('legacy', 'read') })).toBe('feature_disabled');
    expect(codeOf({ header: bearer, at: legacyTarget, when: off('signals', 'read') })).toBe('feature_disabled');
    expect(codeOf({ header: bearer, at: legacyTarget, when: off('legacy', 'control') })).toBe('allowed');
  });
});

describe('a limit to features', () => {
  const limited: Caller = { kind: 'device', device: { ...panel, features: ['signals'] } };

  it('applies to devices that have one', () => {
    expect(isFeatureDenied(limited, 'outputs')).toBe(true);
    expect(isFeatureDenied(limited, 'signals')).toBe(false);
    expect(isFeatureDenied({ ...limited, kind: 'refused', reason: 'revoked_token' }, 'outputs')).toBe(true);
    const unlimited: readonly (Caller | undefined)[] = [
      { kind: 'device', device: panel },
      { kind: 'loopback' },
      undefined,
    ];
    expect(unlimited.filter((caller) => isFeatureDenied(caller, 'outputs'))).toEqual([]);
  });
});

describe('a shown route', () => {
  it('has all of its features switched on', () => {
    const shown = (changes: Partial<AccessConfiguration>, at: PermissionTarget) =>
      isSwitchedOn(configuration(changes), at);
    expect([shown({}, legacyTarget), shown(off('signals', 'control'), legacyTarget)]).toEqual([true, true]);
    expect([shown(off('signals', 'read'), legacyTarget), shown(off('legacy', 'read'), legacyTarget)]).toEqual([
      ...[false, false],
    ]);
    expect(shown(off('signals', 'control'), control)).toBe(false);
    expect(shown(off('signals', 'read'), { ...target, features: [] })).toBe(true);
  });
});

describe('a call with a token that no device has', () => {
  it('@PAIRING-1: is refused with the hash of the token', () => {
    const unknown = `svc_${'z'.repeat(32)}`;
    expect(authorized({ header: `Bearer ${unknown}` }).unknownToken).toBe(hashToken(unknown));
    expect(authorized({ header: 'Bearer other' }).unknownToken).toBeUndefined();
    expect(authorized({}).unknownToken).toBeUndefined();
  });
});
