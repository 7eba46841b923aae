// Every invariant notices what it is there for: evidence that is falsified in one way breaks that invariant.
import { beforeAll, describe, expect, it } from 'vitest';
import type { CallEnd, Evidence, FinalReading, MadeCall } from '../evidence.js';
import { generateSteps } from '../generate/generate.js';
import { simulate } from '../simulate.js';
import { invariants } from './invariants.js';

/** A seed and a time, in hours, whose simulation stops the service, and refuses and changes enough to judge. */
const simulated = { seed: 3, hours: 0.25 };

let evidence: Evidence;

beforeAll(async () => {
  const { seed, hours } = simulated;
  ({ evidence } = await simulate({ seed, steps: generateSteps(seed, hours) }));
}, 60_000);

const brokenBy = (falsified: Evidence): readonly string[] =>
  invariants.flatMap(({ name, check }) => (check(falsified).length > 0 ? [name] : []));

type Falsify = (seen: Evidence) => Evidence;

const inFinal =
  (change: (final: FinalReading) => Partial<FinalReading>): Falsify =>
  (seen) => ({ ...seen, final: seen.final && { ...seen.final, ...change(seen.final) } });

const inCalls =
  (falsified: (call: MadeCall) => boolean, how: Partial<Extract<CallEnd, { readonly how: 'answered' }>>): Falsify =>
  (seen) => ({
    ...seen,
    calls: seen.calls.map((call) =>
      call.end?.how === 'answered' && call.end.status === 200 && falsified(call)
        ? { ...call, end: { ...call.end, ...how } }
        : call,
    ),
  });

const to =
  (target: string) =>
  ({ plan }: MadeCall): boolean =>
    plan.target === target;

const falsifications: readonly (readonly [name: string, how: string, falsify: Falsify])[] = [
  ['only who may get in does, and everyone who may', 'refused reads', inCalls(to('list signals'), { status: 401 })],
  ['no false success', 'no commands', (seen) => ({ ...seen, commands: [] })],
  [
    'each action sends at most one command',
    'doubled commands',
    (seen) => ({ ...seen, commands: seen.commands.flatMap((command) => [command, command]) }),
  ],
  [
    'no status makes a panel repeat what may have been sent',
    'actions answered 503',
    inCalls(to('signal on'), { status: 503 }),
  ],
  ['no error is left unhandled', 'an error', (seen) => ({ ...seen, errors: ['an error'] })],
  ['histories are linearizable', 'another holder', inCalls(to('read holder'), { body: 'nobody' })],
  [
    'a configuration in force survives',
    'an older version after each restart',
    (seen) => ({ ...seen, restarts: seen.restarts.map((one) => ({ ...one, versionAfter: 0 })) }),
  ],
  [
    'the console shows last calls',
    'no last calls',
    inFinal(({ devices }) => ({ devices: devices.map((device) => ({ ...device, lastCall: null })) })),
  ],
  [
    'the console counts refused callers',
    'five times the refusals',
    inFinal(({ refusedCallers }) => ({
      refusedCallers: refusedCallers.map((caller) => ({ ...caller, count: caller.count * 5 })),
    })),
  ],
  [
    'the state folded from events is the state',
    'followers without a state',
    inFinal(({ followers }) => ({ followers: followers.map((follower) => ({ ...follower, known: {} })) })),
  ],
  [
    'service and console agree',
    'no applied version',
    inFinal(({ versions }) => ({ versions: { ...versions, applied: 0 } })),
  ],
  [
    'everything works again',
    'nothing served at the end',
    (seen) =>
      inCalls(({ startedAtMs }) => startedAtMs >= (seen.final?.quietSinceMs ?? 0), {
        status: 503,
        body: '',
        action: null,
      })(seen),
  ],
];

describe('the invariants', () => {
  it('hold for a simulation that stops and crashes the service', () => {
    expect(evidence.restarts.length).toBeGreaterThan(0);
    expect(brokenBy(evidence)).toEqual([]);
  });

  it('are each falsified below', () => {
    expect(falsifications.map(([name]) => name)).toEqual(invariants.map(({ name }) => name));
  });

  it.each(falsifications)('notice by "%s": %s', (name, _how, falsify) => {
    expect(brokenBy(falsify(evidence))).toContain(name);
  });

  it('notice by "everything works again" alone that the service refuses everything at the end', () => {
    const since = evidence.final?.quietSinceMs ?? 0;
    const unserved = inCalls(({ startedAtMs }) => startedAtMs >= since, { status: 503, body: '', action: null });
    expect(brokenBy(unserved(evidence))).toEqual(['everything works again']);
  });

  it('notice that nothing could be read at the end', () => {
    expect(brokenBy({ ...evidence, final: undefined })).toContain('everything works again');
  });
});
