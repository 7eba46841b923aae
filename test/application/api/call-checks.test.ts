// Who a stream belongs to after a change of the access settings: the same caller as at its beginning, or nobody.
import * as E from 'fp-ts/lib/Either.js';
import { expect, it } from 'vitest';
import type { AuthorizedCall } from '../../../application/api/authorized-call.js';
import { check } from '../../../application/api/call-checks.js';
import type { Authorization } from '../../../domain/access/authorization.js';
import type { Caller } from '../../../domain/access/caller.js';
import { failure, invalid } from '../../../domain/failure.js';
import { address, panel, rightOf } from '../../domain/fixtures.js';
import { stepBench } from '../demo-bench.js';

const device = (changes: Partial<typeof panel>): Caller => ({ kind: 'device', device: { ...panel, ...changes } });

const admitted = (caller: Caller) => ({ caller, decision: E.right(undefined) }) as Authorization;
const refused = (caller: Caller) =>
  ({ caller, decision: E.left(failure('unauthorized', 'no')) }) as unknown as Authorization;

it.each([
  ['the same device', admitted(device({})), true],
  ['the same device with other permissions', admitted(device({ features: ['signals'], station: 'alpha' })), true],
  ['another device with the same token', admitted(device({ id: 'panel-2' })), false],
  ['the host itself', admitted({ kind: 'loopback' }), false],
  ['a caller of a listed address', admitted({ kind: 'lan', label: 'Studio' } as unknown as Caller), false],
  ['the same device, which is refused', refused(device({})), false],
])('@EVENT-5: a stream of a device goes on for that device alone: %s', (_what, now, goesOn) => {
  const call = {
    operation: { stationScoped: false, prepare: () => E.right({ station: undefined }) },
    origin: { address: address('192.0.2.1') },
    raw: { path: new Map(), query: new Map() },
  };
  const authorized = { call, authorization: admitted(device({})), reauthorize: () => now };
  const { studio } = stepBench().ports;
  const checked = check({ studio, stopping: () => false }, authorized as unknown as AuthorizedCall<never>);
  expect(rightOf(checked).context.currentCaller()).toEqual(goesOn ? now.caller : undefined);
});

it('while the service stops, a wrong call is still refused for its own reason', () => {
  const wrong = invalid([{ path: 'ms', expected: 'a whole number' }]);
  const prepares = [E.left(wrong), E.right({ station: undefined })];
  const { studio } = stepBench().ports;
  const codes = prepares.map((prepared) => {
    const call = { operation: { stationScoped: false, prepare: () => prepared }, raw: {}, origin: {} };
    const authorized = { call, authorization: admitted({ kind: 'loopback' }) } as unknown as AuthorizedCall<never>;
    return E.mapLeft(({ code }: { readonly code: string }) => code)(
      check({ studio, stopping: () => true }, authorized),
    );
  });
  expect(codes).toEqual([E.left('invalid_parameter'), E.left('unavailable')]);
});
