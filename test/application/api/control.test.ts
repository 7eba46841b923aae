// Actions with an idempotency key that fail unexpectedly: a repetition is not sent, because the first may have reached the device.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { expect, it } from 'vitest';
import type { Call } from '../../../application/api/authorized-call.js';
import { control } from '../../../application/api/control.js';
import { dispatcher, type DispatchDeps } from '../../../application/api/dispatch.js';
import { keyedCalls } from '../../../application/ledger/keyed-calls.js';
import type { ActionToStart } from '../../../application/ledger/start-action.js';
import { actionRecords } from '../../../application/commands/action-records.js';
import { safeDrivers, type Drivers } from '../../../application/commands/drivers.js';
import type { SendResult } from '../../../application/ports/commands.js';
import { compileAccessPolicy } from '../../../domain/access/access-policy.js';
import { ownNames } from '../../../domain/access/browser-guard.js';
import { readCredentials } from '../../../domain/access/credentials.js';
import { failure } from '../../../domain/failure.js';
import { address, configuration, hashToken, legacySettings, noBrowser, noon } from '../../domain/fixtures.js';
import { stepBench } from '../demo-bench.js';
import { commandTo } from '../../support/commands.js';

type Ports = Readonly<Record<string, never>>;

const throwing = (): never => {
  throw new Error('broke');
};

/** An action of the host, with an idempotency key. */
const keyedCall = (): Call<Ports> => {
  const operation = control<Ports, Ports>({
    name: 'light.on',
    summary: 'Switch a light on',
    feature: 'signals',
    path: '/light/on',
    result: {},
    run: () => E.right({ commands: [], result: () => ({}) }),
  });
  return {
    operation,
    generation: 'v2',
    origin: {
      address: address('127.0.0.1'),
      forwarded: false,
      credentials: readCredentials(undefined, []),
      browser: noBrowser,
    },
    raw: { path: new Map(), query: new Map([['key', ['a']]]) },
  };
};

const result = () => ({ body: {}, plain: 'OK' });

/** Returns a function that makes the same call once more, and returns its action and error; and how often it was started. */
const calling = (send: () => SendResult) => {
  const { clock, ports, log } = stepBench();
  const policy = compileAccessPolicy({ hashToken, legacySettings, trustLoopback: true })(configuration(), noon);
  let [actionCount, starts] = [0, 0];
  const dispatch = dispatcher<Ports>({}, {
    access: { current: () => policy },
    legacyThrottle: { isSlowed: () => false },
    names: ownNames('host', []),
    studio: ports.studio,
    stopping: () => false,
    actions: actionRecords(clock),
    secrets: { id: () => `action-${String((actionCount += 1))}` },
    journal: { end: () => undefined },
    acknowledgements: ports.acknowledgements,
    keyedCalls: keyedCalls({ clock, digestOf: (text) => text, keep: () => undefined }),
    reports: { record: () => undefined },
    log,
    startAction: async ({ checked: { prepared, context } }: ActionToStart<Ports>) => {
      starts += 1;
      await Promise.resolve();
      return pipe(
        prepared.run({}, context),
        E.chain(send),
        E.map(({ confirmed }) => ({ acknowledged: confirmed, timeoutMs: 2_000, wait: true, result })),
      );
    },
  } as unknown as DispatchDeps<Ports>);
  const call = keyedCall();
  const codeOf = async (): Promise<readonly [string | undefined, string | undefined]> => {
    const { action, response } = await dispatch(call);
    return [action, E.isLeft(response) ? response.left.code : undefined];
  };
  return { codeOf, starts: () => starts };
};

/** A driver that throws while it sends, as the service calls it. */
const brokenDriver = (): (() => SendResult) => {
  const drivers = { players: {}, signalLines: { send: throwing }, cameras: {} } as unknown as Drivers;
  const { signalLines } = safeDrivers(drivers, drivers, stepBench().log);
  return () => signalLines.send(commandTo.switch('sig-1', true));
};

it.each<readonly [string, () => SendResult, readonly [string, string], number]>([
  ['throws', throwing, ['action-1', 'device_error'], 1],
  ['is sent by a driver that throws', brokenDriver(), ['action-1', 'device_error'], 1],
  [
    'is refused before anything is sent',
    () => E.left(failure('device_unavailable', 'it is not connected')),
    ['action-2', 'device_unavailable'],
    2,
  ],
  [
    'is refused with the code of an unexpected failure, before anything is sent',
    () => E.left(failure('device_error', 'it has no layer')),
    ['action-2', 'device_error'],
    2,
  ],
])('@IDEMPOTENCY-4: the repetition of an action that %s', async (_what, send, repeated, starts) => {
  const on = calling(send);
  await on.codeOf();
  expect([await on.codeOf(), on.starts()]).toEqual([repeated, starts]);
});
