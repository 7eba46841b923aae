// Calls as operators watch them: without tokens, and within bounds.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { ObservedCall, observedCall } from '../../../domain/access/observed-call.js';
import { noon, token } from '../fixtures.js';

const call: ObservedCall = {
  time: noon,
  address: '10.0.0.1',
  caller: 'device:Panel',
  method: 'GET',
  path: '/api/v2/signals',
  status: 200,
  error: null,
  answeredAfterMs: 2,
  decidedBy: { step: 'device_token', device: { id: 'panel', name: 'Panel' }, oldToken: true },
};

describe('an observed call', () => {
  it('keeps what fits', () => {
    expect(observedCall(call)).toEqual(call);
    const unresolved = { ...call, caller: null, decidedBy: null, error: 'not_found', answeredAfterMs: null };
    expect(observedCall(unresolved)).toEqual(unresolved);
  });

  it.each([
    { step: 'switch_off', feature: 'signals', access: 'control' },
    { step: 'legacy', username: 'EXTERNAL_APP' },
    { step: 'listed_address', entry: '10.0.0.0/8', label: 'Desk' },
    { step: 'no_token', forwarded: true },
  ])('keeps what explains the step %j', (decidedBy) => {
    expect(observedCall({ ...call, decidedBy }).decidedBy).toEqual(decidedBy);
  });

  it('@ACTIVITY-2: has no token in any text', () => {
    const secret = token(7);
    const redacted = observedCall({
      ...call,
      caller: `device:${secret}`,
      method: secret,
      path: `/api/${secret}?a=${secret}`,
      decidedBy: { step: 'listed_address', entry: secret, label: secret, device: { id: secret, name: secret } },
    });
    expect(JSON.stringify(redacted)).not.toContain(secret);
    expect(redacted.path).toBe('/api/***?a=***');
  });

  it('has only the fields that it names', () => {
    const step = { step: 'no_token', forwarded: true, secret: { text: token(7) } };
    expect(observedCall({ ...call, decidedBy: step }).decidedBy).toEqual({ step: 'no_token', forwarded: true });
  });

  it('loses the end of texts that are too long, and still fits the codec', () => {
    const long = 'x'.repeat(5_000);
    const bounded = observedCall({ ...call, caller: long, path: long, decidedBy: { step: long, label: long } });
    expect(bounded.path).toHaveLength(512);
    expect(bounded.path.endsWith('…')).toBe(true);
    expect(E.isRight(ObservedCall.decode(bounded))).toBe(true);
  });
});
