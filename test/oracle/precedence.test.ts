// The precedence of refusals: sends every combination of things wrong with one action through the dispatcher.
import { createHash } from 'node:crypto';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { describe, expect, it } from 'vitest';
import { initialRuntimeState } from '../../domain/studio/runtime-state.js';
import { savedAtOnce } from '../application/demo-bench.js';
import { actionRecords } from '../../application/commands/action-records.js';
import { acknowledgements } from '../../application/commands/acknowledgement.js';
import { control } from '../../application/api/control.js';
import { legacyThrottle } from '../../application/access/legacy-throttle.js';
import type { Call } from '../../application/api/authorized-call.js';
import { dispatcher } from '../../application/api/dispatch.js';
import { hashSecret } from '../../adapters/node/console-secrets.js';
import { keyedCalls } from '../../application/ledger/keyed-calls.js';
import { someText } from '../../application/api/parameters.js';
import type { Clock } from '../../application/ports/clock.js';
import type { CommandResult } from '../../application/ports/commands.js';
import type { Log } from '../../application/ports/log.js';
import type { Secrets } from '../../application/ports/secrets.js';
import { currentLayout } from '../../application/state/current-layout.js';
import { studioState } from '../../application/state/studio-state.js';
import { parseAddress } from '../../domain/access/address.js';
import { ownNames } from '../../domain/access/browser-guard.js';
import { defaultConfiguration, type AccessConfiguration } from '../../domain/access/configuration.js';
import { readCredentials } from '../../domain/access/credentials.js';
import { compileAccessPolicy, type AccessPolicy } from '../../domain/access/access-policy.js';
import type { TokenHash } from '../../domain/access/token.js';
import { failure } from '../../domain/failure.js';
import { formatIssues, type Issue } from '../../domain/codec/issues.js';
import { readStudioLayout, type StudioLayout } from '../../domain/studio/layout.js';
import { noBrowser } from '../domain/fixtures.js';
import { firstOf, precedence, type Wrong } from './table.js';

const token = `svc_${'0a'.repeat(16)}`;
const hashToken = (text: string): TokenHash => createHash('sha256').update(text).digest('hex') as TokenHash;

/** The lamps that the action has lit. */
interface Ports {
  readonly lit: string[];
}

const done: Promise<CommandResult> = Promise.resolve(E.right(undefined));

const lightLamp = control({
  name: 'lamp.light',
  summary: 'Light a lamp',
  feature: 'outputs',
  stationScoped: true,
  path: '/lamps/:lamp/light',
  params: { lamp: someText },
  result: {},
  run: ({ lit }: Ports, { lamp }) => {
    if (lamp !== 'red') return E.left(failure('not_found', `there is no lamp "${lamp}"`));
    lit.push(lamp);
    return E.right({ commands: [], result: () => ({}) });
  },
});

const orThrow = <A>(decoded: E.Either<readonly Issue[], A>): A => {
  if (E.isLeft(decoded)) throw new Error(formatIssues(decoded.left));
  return decoded.right;
};

const layout: StudioLayout = orThrow(
  readStudioLayout({
    serverId: 'server-1',
    id: 'studio-1',
    name: 'Studio',
    status: 'off_air',
    holder: 'alpha',
    activeBank: 'news',
    stations: ['alpha', 'bravo'].map((id) => ({ id, name: id })),
    signals: [],
    cameras: [],
    outputs: [],
    macros: [],
    automations: [],
    variables: [],
    banks: [{ key: 'news', name: 'News', clips: [] }],
  }),
);

const policyOf = (wrong: ReadonlySet<Wrong>): AccessPolicy => {
  const usual = defaultConfiguration('studio-1');
  const configuration: AccessConfiguration = {
    ...usual,
    features: { ...usual.features, outputs: { read: true, control: !wrong.has('feature_disabled') } },
    devices: [
      {
        id: 'panel',
        name: 'Panel',
        station: null,
        fixedAddress: null,
        panel: null,
        operations: [],
        tokenHash: hashToken(token),
        expiresAt: null,
        issuedAt: null,
        tokenNumber: 1,
        oldToken: null,
        state: wrong.has('unauthorized') ? 'revoked' : 'active',
        access: wrong.has('read_only') ? 'read_only' : 'read_and_control',
        features: wrong.has('forbidden') ? ['signals', 'legacy'] : [],
      },
    ],
  };
  const legacySettings = { serverId: 'server-1', studioId: 'studio-1', appUsernames: [] };
  return compileAccessPolicy({ hashToken, legacySettings, trustLoopback: true })(configuration, 0);
};

const callWith = (wrong: ReadonlySet<Wrong>, generation: 'v2' | 'legacy'): Call<Ports> => ({
  operation: lightLamp,
  generation,
  origin: {
    address: O.getOrElseW(() => expect.unreachable())(parseAddress('198.51.100.7')),
    forwarded: false,
    browser: noBrowser,
    credentials: readCredentials(`Bearer ${token}`, []),
  },
  raw: {
    path: new Map([['lamp', [wrong.has('not_found') ? 'green' : 'red']]]),
    query: new Map([
      ['timeout', [wrong.has('invalid_parameter') ? '99' : '100']],
      ['station', [wrong.has('station_mismatch') ? 'bravo' : 'alpha']],
    ]),
  },
  requestFailure: wrong.has('method_not_allowed') ? failure('method_not_allowed', 'not this way') : undefined,
});

const started = { acknowledged: done, timeoutMs: 2_000, wait: true };

/** A clock that stands still, so that immediate acknowledgements are in time. */
const clock: Clock = { now: () => 0, after: () => () => undefined };
const nothing = (): void => undefined;
const log: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing };
const secrets: Secrets = { id: () => 'action-1', token: () => token };

const answerTo = async (wrong: readonly Wrong[], generation: 'v2' | 'legacy', isStopping = false) => {
  const lit: string[] = [];
  const policy = policyOf(new Set(wrong));
  const dispatch = dispatcher<Ports>(
    { lit },
    {
      ...{
        names: ownNames('studio-host', []),
        studio: studioState(currentLayout(layout), initialRuntimeState(layout), savedAtOnce),
        secrets,
        log,
      },
      acknowledgements: acknowledgements(clock),
      actions: actionRecords(clock),
      keyedCalls: keyedCalls({ clock, digestOf: hashSecret, keep: nothing }),
      reports: { record: () => undefined },
      stopping: () => isStopping,
      journal: { end: nothing },
      startAction: ({ checked: { prepared, context } }) => {
        const decided = prepared.run({ lit }, context);
        const result = () => ({ body: {}, plain: 'OK' });
        return Promise.resolve(E.isLeft(decided) ? decided : E.right({ ...started, result }));
      },
      runDry: () => E.right({ body: {}, plain: 'OK' }),
      access: { current: () => policy },
      legacyThrottle: legacyThrottle({ clock, log }),
    },
  );
  const { caller, response: answered } = await dispatch(callWith(new Set(wrong), generation));
  return { caller, lit, answer: E.isLeft(answered) ? answered.left.code : 'acknowledged' };
};

/** All 2⁸ sets of things that can be wrong. */
const everySet = precedence.reduce<readonly (readonly Wrong[])[]>(
  (sets, wrong) => [...sets, ...sets.map((set) => [...set, wrong])],
  [[]],
);

describe.each(['v2', 'legacy'] as const)('a %s action with several things wrong', (generation) => {
  it('is answered by precedence, and runs only when nothing is wrong', async () => {
    expect(everySet).toHaveLength(256);
    for (const wrong of everySet) {
      const answer = firstOf(wrong);
      const lit = answer === 'acknowledged' ? ['red'] : [];
      expect(await answerTo(wrong, generation), wrong.join(' and ')).toEqual({ caller: 'device:Panel', lit, answer });
    }
  });

  it.each(precedence)('is refused by a service that stops for the same reason: %s', async (wrong) => {
    const { answer, lit } = await answerTo([wrong], generation, true);
    // Whether the record exists is found out when the action runs, and a service that stops runs none.
    expect([answer, lit]).toEqual([wrong === 'not_found' ? 'unavailable' : wrong, []]);
  });

  it('is refused by a service that stops if nothing else is wrong', async () => {
    expect(await answerTo([], generation, true)).toMatchObject({ answer: 'unavailable', lit: [] });
  });
});
