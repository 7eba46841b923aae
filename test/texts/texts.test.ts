// The whole texts of failures, replies, alarms and lines of the log that are put together from parts.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { combinedCommands } from '../../application/commands/combined-commands.js';
import { commandSender } from '../../application/ledger/command-sender.js';
import { acknowledgedAtOnce } from '../../application/ports/commands.js';
import { expect, it } from 'vitest';
import { byMethod } from '../../adapters/http/console/routes/methods.js';
import { signInFailureReply } from '../../adapters/http/console/routes/replies.js';
import { refusalFailure } from '../../adapters/http/control/status.js';
import { textReply, type HttpReply } from '../../adapters/http/server/reply.js';
import type { HttpRequest } from '../../adapters/http/server/request.js';
import { legacyThrottle } from '../../application/access/legacy-throttle.js';
import { watchGraphics } from '../../application/alarms/graphic-alarms.js';
import type { SignInFailure } from '../../application/console/sign-in/sign-in-failure.js';
import { unexpired } from '../../application/ledger/kept-answers.js';
import { keyedCalls } from '../../application/ledger/keyed-calls.js';
import type { CallContext, Operation } from '../../application/api/operation.js';
import { callLog } from '../../application/calls/call-log.js';
import { callReports } from '../../application/calls/call-reports.js';
import { actionRecords } from '../../application/commands/action-records.js';
import { graphics } from '../../application/commands/graphics.js';
import { withPulses } from '../../application/commands/pulses.js';
import { interruptedCalls } from '../../application/ledger/interrupted-calls.js';
import { effectOf } from '../../application/ledger/interrupted-effect.js';
import { catalogue } from '../../application/operations/catalogue.js';
import { automations } from '../../application/sequences/automations.js';
import { runRecords } from '../../application/sequences/last-runs.js';
import { macros } from '../../application/sequences/macros.js';
import { currentLayout } from '../../application/state/current-layout.js';
import { layoutIntake } from '../../application/state/layout-intake.js';
import { loadRuntimeState } from '../../application/state/runtime-state-writer.js';
import { guardedLines } from '../../application/commands/devices.js';
import { compileAccessPolicy } from '../../domain/access/access-policy.js';
import type { Authorization } from '../../domain/access/authorization.js';
import { readCredentials } from '../../domain/access/credentials.js';
import { failure, type Failure } from '../../domain/failure.js';
import type { JournalEntry } from '../../domain/journal-entry.js';
import { initialRuntimeState } from '../../domain/studio/runtime-state.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import { rawRequest, send } from '../adapters/http/raw-client.js';
import { startHttpService } from '../adapters/http/service.js';
import { promptMs, stepBench } from '../application/demo-bench.js';
import { address, configuration, hashToken, legacySettings } from '../domain/fixtures.js';
import { clipSelection } from '../simulator/bench.js';
import { basic } from '../support/http-basic.js';
import { leveledLog } from '../support/leveled-log.js';
import { memoryAudit } from '../support/memory-audit.js';
import { commandTo } from '../support/commands.js';

const bench = () => ({ ...stepBench(0), log: leveledLog() });
type Bench = ReturnType<typeof bench>;

type Read = (bench: Bench) => unknown;

/** How each text comes about. */
type Texts = Readonly<Record<string, Read>>;

/** A name, how several texts come about, and the texts. */
type Row = readonly [name: string, read: Read, texts: readonly string[]];

const failureText = ({ code, message }: Failure): string => `${code}: ${message}`;
const refusal = (result: E.Either<Failure, unknown>): string => (E.isLeft(result) ? failureText(result.left) : 'done');
const replyText = ({ status, body }: HttpReply): string => {
  const { error, message } = JSON.parse(String(body)) as { readonly error: string; readonly message: string };
  return `${String(status)} ${error}: ${message}`;
};
const alarmTexts = ({ alarms }: Bench): readonly string[] =>
  alarms
    .open()
    .map(({ kind, subject, message }) => `${kind} ${subject}: ${message}`)
    .toReversed();
const lines = ({ log }: Bench): readonly string[] =>
  log.lines.map(([level, sentence, fields]) =>
    `${level} ${sentence} ${fields ? JSON.stringify(fields) : ''}`.trimEnd(),
  );

const rejects = (): Promise<void> => Promise.reject(new Error('ENOSPC'));
const done = () => textReply(200, '');
const runtime = initialRuntimeState(demoStudio);
const operations = catalogue as readonly unknown[] as readonly Operation<unknown>[];

/** Runs an operation as the host does, with the values of its path and its query. */
const run =
  (name: string, named: string, station: string | null = null) =>
  ({ ports, log, alarms, clock }: Bench): string => {
    const all = macros(ports, alarms);
    const services = {
      ...{ ...ports, macros: all, automations: automations(ports, all, alarms) },
      ...{ graphics: graphics({ ...ports, log }), actions: actionRecords(clock) },
    };
    const values = new Map([...new URLSearchParams(named)].map(([key, value]) => [key, [value]]));
    const prepared = operations.find((one) => one.name === name)?.prepare({ path: values, query: values });
    if (prepared === undefined || E.isLeft(prepared)) throw new Error(`the parameters of ${name} are refused`);
    const send = commandSender(services);
    const source = { caller: 'loopback', startedBy: null, action: null, station };
    const sent = pipe(
      prepared.right.run(services, { station, caller: { kind: 'loopback' } } as CallContext),
      E.chain((decided) => {
        const commands = 'commands' in decided ? decided.commands : [];
        return combinedCommands(
          commands.map((command) => send(command, source)),
          acknowledgedAtOnce,
        );
      }),
    );
    return refusal(sent);
  };

/** Runs an operation while a clip plays in the left scene of the wall. */
const runPlaying = (name: string, named: string) => async (all: Bench) => {
  all.ports.players.send(commandTo.play('out-2', 'left', clipSelection('news', 'opener')));
  await all.clock.advance(promptMs);
  return run(name, named)(all);
};

const operationTexts: Texts = {
  'not_found: the bank "news" has no clip "77"': run('clip.play', 'slot=main&number=77'),
  'conflict: nothing is cued in the scene "full"': run('output.take', 'slot=main'),
  'not_found: the output "wall" has no scene "up"; it has left, right': run('output.stop', 'slot=wall&scene=up'),
  'invalid_parameter: scene: expected one of left, right, as "wall" has several, got nothing': run(
    'clip.cue',
    'slot=wall&number=1',
  ),
  'conflict: no station holds the studio, so the graphic of the scene "full" has no texts; take the studio or name a station':
    run('graphic.show', 'slot=main'),
  'not_found: there is no action "a"': run('action.get', 'id=a'),
  'not_found: there is no action "a" in the list; expected one of the last, or a call without since': run(
    'action.list',
    'since=a',
  ),
  'conflict: the automation "auto-1" is stopped; pause requires it to be running': run(
    'automation.pause',
    'id=auto-1',
    'alpha',
  ),
  'conflict: no clip is paused in the scene "left"': runPlaying('output.resume', 'slot=wall&scene=left'),
  'invalid_parameter: ms: expected a position in the clip "opener", from 0 to 14999 milliseconds, got 15000':
    runPlaying('output.seek', 'slot=wall&scene=left&ms=15000'),
};

const key = (name: string, value: string) => new Map([[name, [value]]]);
const underWay = 'the same call was under way at 1970-01-01T00:00:00.000Z, when the service ended unexpectedly';
const journalEntry = (id: string, on: boolean): JournalEntry => ({
  ...{ id, operation: 'signal.on', owner: 'one', caller: 'one', startedAtMs: 0, timeoutMs: 2_000, key: id },
  commands: [{ do: 'switch', signal: 'sig-1', on }],
});
const interrupted = journalEntry('a', true);
const unshown = { signal: () => null };

const actionTexts: Texts = {
  [`conflict: the macro "${String(demoStudio.macros[0]?.id)}" is running already`]: ({ ports, alarms }) => {
    const all = macros(ports, alarms);
    const [macro = expect.fail('no macro')] = demoStudio.macros;
    return [all.run(macro), all.run(macro)].map(refusal).at(-1);
  },
  'conflict: the key belongs to another call of the last 10 minutes; nothing was sent. Use a new key for each action':
    async ({ clock }) => {
      const keyed = keyedCalls({ clock, digestOf: (text) => text, keep: () => undefined });
      const answer = { response: E.right({ body: {}, plain: 'OK' }), isSent: true } as const;
      const refusals: (string | undefined)[] = [];
      for (const call of ['play', 'stop'])
        await keyed.answer({ owner: 'one', key: 'a', call }, (refused) => {
          refusals.push(refused && failureText(refused));
          return Promise.resolve(answer);
        });
      return refusals.at(-1);
    },
  'invalid_parameter: key: expected the same key as in Idempotency-Key, got another one': () => {
    const raw = { path: key('id', 'sig-1'), query: key('key', 'a'), headers: key('Idempotency-Key', 'b') };
    return refusal(operations.find(({ name }) => name === 'signal.on')?.prepare(raw) ?? E.right(null));
  },
  [`ack_timeout: ${underWay}: it is not sent again, and the device does not show its effect`]: ({ ports }) => {
    const effect = effectOf(
      { ...ports, macros: ports.players, automations: ports.players } as never,
      unshown as never,
      interrupted,
    );
    const failed = E.isRight(effect) ? effect.right.failureAtTimeout?.() : undefined;
    return failed && failureText(failed);
  },
  'conflict: the signal "sig-2" follows a tally and can’t be switched by callers': ({ ports }) => {
    const following = { find: () => E.right({ follows: { output: 'out-1' } }) };
    const { send } = guardedLines(ports.signalLines, { records: { signals: following } } as never);
    return refusal(send({ do: 'toggle', signal: 'sig-2' }));
  },
};

const actionRows: readonly Row[] = [
  [
    'a key of another call before a crash, and a command that another one replaced',
    ({ clock }) => {
      const calls = interruptedCalls([interrupted, journalEntry('b', false)], clock);
      return [calls.find({ ...interrupted, operation: 'signal.off' }), calls.find(interrupted)].map(refusal);
    },
    [
      'conflict: the key belongs to another call, which was under way when the service ended unexpectedly; nothing was sent. Use a new key for each action',
      `device_error: ${underWay}, and another command took its place: it is not sent again`,
    ],
  ],
  [
    'a signal without a value to toggle',
    ({ clock, studio }) =>
      [true, false].map((isConnected) => {
        const signalLines = { ...studio.signalLines, value: () => null, connected: () => isConnected };
        return refusal(withPulses(signalLines, clock).send(commandTo.toggle('sig-2')));
      }),
    [
      'conflict: the line of the signal "sig-2" has not reported a value yet',
      'device_unavailable: the line of the signal "sig-2" is not connected',
    ],
  ],
];

const putMessage = async (target: string): Promise<string> => {
  const service = await startHttpService();
  const { body } = await send(service.port, rawRequest('PUT', target));
  await service.close();
  return (JSON.parse(body) as { readonly message: string }).message;
};
const signIn = (failed: SignInFailure) => () => replyText(signInFailureReply(failed));

const replyTexts: Texts = {
  'invalid_parameter: the body is too long; expected at most 1048576 bytes': () => failureText(refusalFailure(413)),
  'invalid_parameter: the path and query are too long; expected at most 8192 characters and 128 parameters': () =>
    failureText(refusalFailure(414)),
  'PUT is not allowed here; expected GET or HEAD': () => putMessage('/api/v2/signals'),
  'PUT is not allowed here; expected GET or POST': () => putMessage('/api/v2/signals/sig-1/on'),
  '405 method_not_allowed: POST is not allowed here; expected GET, PUT or HEAD': async () =>
    replyText(await byMethod({ GET: done, PUT: done })({ method: 'POST' } as HttpRequest)),
  '401 unauthorized: signed out after 1 minute without activity': signIn({ kind: 'session_idle', idleMs: 60_000 }),
  '401 unauthorized: signed out after 30 minutes without activity': signIn({ kind: 'session_idle', idleMs: 1_800_000 }),
  '429 too_many_attempts: too many failed sign-ins: wait 2 seconds': signIn({ kind: 'throttled', retryAfterMs: 1_001 }),
  '503 unavailable: too many sign-ins at the same time: wait 2 seconds': signIn({ kind: 'busy', retryAfterMs: 1_001 }),
};

const call = { caller: null, method: 'GET', path: '/api/v2/signals', status: 401, error: 'unauthorized' };
const alarmRows: readonly Row[] = [
  [
    '@ALARM-5: a macro or an automation whose run has failed',
    (all) => {
      for (const kind of ['macros', 'automations'] as const) {
        const records = runRecords(kind, { clock: all.clock, studio: all.ports.studio, alarms: all.alarms });
        const failed = E.left(failure('device_error', 'the line broke'));
        const steps = [1, 2, 3].map((waitMs) => ({ waitMs }));
        records.end({ id: 'id', name: 'Name', steps }, { step: () => 2, startedAtMs: 0 }, failed);
        records.report('id');
      }
      return alarmTexts(all);
    },
    [
      'macro_failed id: the macro "Name" failed at step 2 of 3: the line broke',
      'automation_failed id: the automation "Name" failed at step 2 of 3: the line broke',
    ],
  ],
  [
    '@ALARM-11: graphics that did not get their texts',
    (all) => {
      const { alarms, layout } = all;
      const record = ({ scene }: { readonly scene: string }) => ({ error: `${scene} broke` }) as never;
      watchGraphics({ alarms, studio: layout, graphics: { watch: () => () => undefined, record } });
      layout.replace({ ...demoStudio, outputs: demoStudio.outputs.filter(({ id }) => id === 'out-2') });
      return alarmTexts(all);
    },
    [
      'graphic_failed out-2: a graphic of the output "Video wall" did not get its new texts in the scene "left": left broke; in the scene "right": right broke',
    ],
  ],
];

const logTexts: Texts = {
  'warn the clock was set back; idempotency keys are forgotten {"forgotten":1}': (all) => {
    const kept = { owner: 'a', key: 'b', call: 'c', endsAtMs: 2, response: { result: 'accepted' as const } };
    unexpired([kept], { clock: all.clock, log: all.log, lifetimeMs: 1 });
    return lines(all);
  },
  'warn parts of the stored runtime state are ignored: they do not fit the studio file {"discarded":["the holder \\"gone\\""]}':
    async (all) => {
      await loadRuntimeState(demoStudio, { load: () => Promise.resolve({ ...runtime, holder: 'gone' }) }, all.log);
      return lines(all);
    },
};

const logRows: readonly Row[] = [
  [
    'calls of strangers',
    (all) => {
      const calls = callLog({ log: all.log, clock: all.clock, message: 'call' });
      for (const at of [1, ...Array.from({ length: 33 }, (_, index) => index + 1)])
        calls.write({
          timeMs: 0,
          call: { ...call, address: `10.0.0.${String(at)}` },
          decidedBy: { step: 'no_token' },
        });
      calls.flush();
      return lines(all).filter((_, at) => at === 0 || at > 31);
    },
    [
      'info call {"caller":null,"method":"GET","path":"/api/v2/signals","status":401,"error":"unauthorized","address":"10.0.0.1","step":"no_token"}',
      'info more calls like this one {"address":"10.0.0.1","caller":null,"status":401,"error":"unauthorized","step":"no_token","count":1,"since":"1970-01-01T00:00:00.000Z"}',
      'info calls of further callers that were not let in {"count":1,"since":"1970-01-01T00:00:00.000Z"}',
    ],
  ],
  [
    'reports that the disk refuses and accepts again, and too many refused callers',
    async (all) => {
      let isFull = true;
      const save = () => (isFull ? rejects() : Promise.resolve());
      const stored = { lastCalls: [], counted: [], sending: null };
      const { clock, log } = all;
      const secrets = { id: () => 'batch' };
      const reports = callReports(stored, { file: { save }, clock, machine: clock, secrets, log });
      const stranger = { refusalReason: 'no_token', step: { step: 'no_token' } } as unknown as Authorization;
      for (let at = 0; at <= 100; at += 1) reports.record(stranger, address(`10.0.0.${String(at)}`));
      await clock.advance(31_000);
      isFull = false;
      await clock.advance(31_000);
      return lines(all);
    },
    [
      'warn too many refused callers: those that called longest ago are not reported',
      'error reports for the console could not be written to disk {"error":"ENOSPC"}',
      'info reports for the console are written to disk again',
    ],
  ],
  [
    'an address that guesses the legacy password again',
    async (all) => {
      const policy = compileAccessPolicy({ hashToken, legacySettings, trustLoopback: true })(configuration(), 0);
      const throttle = legacyThrottle(all);
      const credentials = readCredentials(basic('EXTERNAL_APP', 'wrong'), []);
      for (const waitMs of [0, 0, 0, 0, 5_000, 55_000]) {
        throttle.isSlowed(policy, { address: address('198.51.100.7'), forwarded: false, credentials }, undefined);
        await all.clock.advance(waitMs);
      }
      return lines(all);
    },
    [
      'warn wrong legacy passwords: this address has to wait before another is checked {"address":"198.51.100.7","waitSeconds":5}',
      'warn more wrong legacy passwords: this address has to wait again {"address":"198.51.100.7","waitSeconds":10,"count":1,"since":"1970-01-01T00:00:00.000Z"}',
    ],
  ],
  [
    'a studio file that is refused, and one that does not fit the runtime state',
    (all) => {
      const studio = { runtime: () => ({ ...runtime, activeBank: 'gone' }) };
      const intake = layoutIntake({ ...all, current: currentLayout(demoStudio), studio, audit: memoryAudit() });
      intake.offer(E.left(['one']));
      intake.offer(E.right({ ...demoStudio, cameras: demoStudio.cameras.slice(1) }));
      return lines(all);
    },
    [
      'error the studio file was refused; the one in force stays in force {"issues":["one"]}',
      'info the studio file was read again and is in force {"changes":["cameras removed: cam-1"]}',
      'warn parts of the runtime state are reset: they do not fit the studio file {"discarded":["the active bank \\"gone\\""]}',
    ],
  ],
];

it.each(Object.entries({ ...operationTexts, ...actionTexts, ...replyTexts, ...logTexts }))('%s', async (text, read) => {
  expect([await read(bench())].flat()).toEqual([text]);
});

it.each([...actionRows, ...alarmRows, ...logRows])('%s', async (_name, read, texts) => {
  expect([await read(bench())].flat()).toEqual(texts);
});
