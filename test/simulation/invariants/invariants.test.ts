// Every invariant notices what it is there for: evidence that is falsified in one way breaks that invariant.
import { beforeAll, describe, expect, it } from 'vitest';
import type { CallEnd, Evidence, FinalReading, MadeCall } from '../evidence.js';
import { generateSteps } from '../generate/generate.js';
import { simulate } from '../simulate.js';
import { invariants } from './invariants.js';

/** A seed and a time, in hours, whose simulation stops the service, and refuses and changes enough to judge. */
const simulated = { seed: 12, hours: 0.25 };

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

/** The last keyed call that was repeated, and that a command followed. */
const lastKeyed = ({ calls, commands }: Evidence): MadeCall | undefined =>
  calls.findLast(
    ({ plan, end }) =>
      plan.key !== undefined &&
      end?.how === 'answered' &&
      commands.some(({ source }) => source?.action === end.action) &&
      calls.filter((other) => other.plan.key === plan.key && other.plan.target === plan.target).length > 1,
  );

/** Gives the last repetition an action of its own, with its command. */
const actingTwice: Falsify = (seen) => {
  const last = lastKeyed(seen);
  if (last?.end?.how !== 'answered') throw new Error('expected a keyed call that was repeated');
  const { action } = last.end;
  const copies = seen.commands
    .filter(({ source }) => source?.action === action)
    .map((command) => ({ ...command, source: command.source && { ...command.source, action: 'another' } }));
  const end = { ...last.end, action: 'another' };
  return {
    ...seen,
    calls: seen.calls.map((call) => (call === last ? { ...call, end } : call)),
    commands: [...seen.commands, ...copies],
  };
};

/** Gives each keyed call an answer of its own. */
const answeredApart: Falsify = (seen) => ({
  ...seen,
  calls: seen.calls.map((call) =>
    call.plan.key !== undefined && call.end?.how === 'answered'
      ? { ...call, end: { ...call.end, body: String(call.number) } }
      : call,
  ),
});

/** An acknowledged stop of the macro right after its run. */
const stopAfter = (run: MadeCall, end: NonNullable<MadeCall['end']>): MadeCall => ({
  ...run,
  plan: { ...run.plan, target: 'stop opening' },
  startedAtMs: end.atMs + 1,
  end: { ...end, atMs: end.atMs + 1 },
});

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
  ['a key acts once', 'an action of its own for each repetition', actingTwice],
  ['a repetition with a key gets the first answer', 'other answers to repetitions', answeredApart],
  ['the as-run log is complete', 'no as-run log', (seen) => ({ ...seen, asRun: [] })],
  ['the audit log contains each change', 'no audit log', (seen) => ({ ...seen, consoleAudit: [] })],
  [
    'a macro sends its steps in order',
    'commands in the reverse order',
    (seen) => ({ ...seen, commands: seen.commands.toReversed() }),
  ],
  [
    'a stopped macro sends nothing',
    'a stop after each run',
    (seen) => ({
      ...seen,
      calls: seen.calls.flatMap((call) =>
        call.plan.target === 'run opening' && call.end?.how === 'answered' && call.end.status === 200
          ? [call, stopAfter(call, call.end)]
          : [call],
      ),
    }),
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

  it('notice by "only who may" that a panel got in with a token that had expired', () => {
    const expiresAt = new Date(evidence.startMs).toISOString();
    const configurations = new Map(
      [...evidence.configurations].map(([version, configuration]) => [
        version,
        { ...configuration, devices: configuration.devices.map((device) => ({ ...device, expiresAt })) },
      ]),
    );
    expect(brokenBy({ ...evidence, configurations })).toContain('only who may get in does, and everyone who may');
  });

  it('notice that nothing could be read at the end', () => {
    expect(brokenBy({ ...evidence, final: undefined })).toContain('everything works again');
  });
});
