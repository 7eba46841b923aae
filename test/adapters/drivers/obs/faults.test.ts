// What the OBS driver survives: an OBS that goes away, freezes, refuses, forgets its scenes, or sends nonsense.
import * as E from 'fp-ts/lib/Either.js';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import type { Log } from '../../../../application/ports/log.js';
import { silent } from '../../../../features/support/silent-log.js';
import { demoStudio } from '../../../../simulator/demo-studio.js';
import { commandResults, sentCommand } from '../../../contracts/device-commands.js';
import { eventually } from '../../../support/eventually.js';
import type { OpenedDrivers } from '../bench.js';
import { output, selections } from './bench.js';
import { driveRaw, until, untilConnected } from './raw-bench.js';
import { rawObs, scripted, type RawObs, type ScriptedInput } from './raw-obs.js';
import { commandTo } from '../../../support/commands.js';

let raw: RawObs | undefined;
let opened: OpenedDrivers | undefined;

afterEach(async () => {
  opened?.close();
  await raw?.close();
  [raw, opened] = [undefined, undefined];
});

const file = '/media/opener';

const drive = (obs: RawObs, ...options: readonly [Log?, object?]): OpenedDrivers => {
  raw = obs;
  opened = driveRaw(obs, ...options);
  return opened;
};

const others: Readonly<Record<string, ScriptedInput>> = { B: { isShown: false }, C: {}, D: { isShown: false } };

const recorder = () => {
  const entries: string[] = [];
  const record = (sentence: string, fields?: object): void => {
    entries.push(`${sentence} ${JSON.stringify(fields)}`);
  };
  return { entries, log: { ...silent, warn: record, info: record, error: record } satisfies Log };
};

describe('an OBS that a test scripts', () => {
  it('never confirms an earlier run of the same clip', async () => {
    let cursor = 40;
    const obs = await rawObs(
      scripted(() => ({ A: { file, state: 'PLAYING', cursor: (cursor += 10), duration: 15_000 }, ...others })),
    );
    const driven = drive(obs);
    await untilConnected(driven);
    const sent = sentCommand(driven.drivers.players.send(commandTo.play(output, 'left', selections.opener)));
    await until(driven, 'it is accepted', () =>
      obs.received.some(({ content }) => JSON.stringify(content).includes('RESTART')),
    );
    await until(driven, 'it was read often', () => obs.received.length > 150);
    expect(await commandResults(sent)).toEqual(['done', 'pending']);
    obs.sendMessage(5, { eventType: 'MediaInputPlaybackStarted', eventData: { inputName: 'A' } });
    cursor = 0;
    let confirmed: unknown;
    void sent.confirmed.then((result) => (confirmed = result));
    await until(driven, 'it is confirmed', () => confirmed !== undefined);
    expect(confirmed).toEqual(E.right(undefined));
  });

  it('never confirms a clip that plays without a position', async () => {
    const obs = await rawObs(scripted(() => ({ A: { file, state: 'PLAYING', cursor: 0, duration: 0 }, ...others })));
    const driven = drive(obs);
    await untilConnected(driven);
    const sent = sentCommand(driven.drivers.players.send(commandTo.play(output, 'left', selections.opener)));
    await until(driven, 'it was read', () => obs.received.length > 10);
    obs.sendMessage(5, { eventType: 'MediaInputPlaybackStarted', eventData: { inputName: 'A' } });
    await until(driven, 'it was read often', () => obs.received.length > 60);
    expect(await commandResults(sent)).toEqual(['done', 'pending']);
    expect(sent.failureAtTimeout?.()?.message).toContain('"A" shows no picture of /media/opener (0.00 of 0.00 s)');
  });

  it('refuses a clip for a scene that is not in the program, and sends nothing', async () => {
    const obs = await rawObs(scripted(() => ({ A: {}, ...others }), { isInProgram: () => false }));
    const driven = drive(obs);
    await untilConnected(driven);
    expect(driven.drivers.players.send(commandTo.play(output, 'left', selections.opener))).toMatchObject(
      E.left({ code: 'conflict', message: expect.stringContaining('"Left wall" is not in the program') as string }),
    );
    expect(JSON.stringify(obs.received)).not.toContain('SetInputSettings');
  });

  it('logs once why an output can not be used, and uses it when it can', async () => {
    let inputs: Readonly<Record<string, ScriptedInput>> = { B: {}, C: {}, D: {} };
    const { entries, log } = recorder();
    const driven = drive(await rawObs(scripted(() => inputs)), log);
    await until(driven, 'the reason is logged', () => entries.length > 0);
    await driven.clock.advance(2_000);
    expect(entries).toEqual([expect.stringContaining('the scene has no source \\"A\\"')]);
    expect(driven.drivers.players.state(output).connected).toBe(false);
    inputs = { A: {}, ...others };
    await untilConnected(driven);
  });

  it.each([
    ['a password that OBS asks for', 'OBS asks for a password; expected passwordFile'],
    ['another protocol', 'does not use obs-websocket 5'],
  ])('logs once that it is not admitted: %s', async (what, reason) => {
    const { entries, log } = recorder();
    const authentication = { challenge: 'challenge', salt: 'salt' };
    const obs = await rawObs(() => [], what.includes('password') ? { rpcVersion: 1, authentication } : {});
    const driven = drive(obs, log);
    if (!what.includes('password')) {
      await eventually('it is identified', () => obs.received.length > 0);
      obs.send('SSH-2.0-OpenSSH_9.2');
    }
    await until(driven, 'the reason is logged', () => entries.length > 0);
    expect(entries[0]).toContain(reason);
  });

  it('is gone when it answers nothing for 5 s, and connected again when it does', async () => {
    let isFrozen = false;
    const answer = scripted(() => ({ A: {}, ...others }));
    const driven = drive(await rawObs((message) => (isFrozen ? [] : answer(message))));
    await untilConnected(driven);
    isFrozen = true;
    const sent = sentCommand(driven.drivers.players.send(commandTo.stop(output, ['left'])));
    const frozenAtMs = driven.clock.now();
    await until(driven, 'it is gone', () => !driven.drivers.players.state(output).connected);
    expect(driven.clock.now() - frozenAtMs).toBeLessThan(6_000);
    expect(await commandResults(sent)).toEqual(['device_error', 'device_error']);
    isFrozen = false;
    await untilConnected(driven);
  });
});

const hostileAnswers = Number(process.env['DEVICE_FUZZ'] ?? 300);

const value = fc.oneof(fc.string(), fc.double(), fc.integer(), fc.constant(null), fc.jsonValue(), fc.boolean());

const input = fc.record({
  file: fc.constantFrom(file, '/media/weather', '', '/elsewhere/opener'),
  isShown: fc.boolean(),
  state: fc.constantFrom('PLAYING', 'PAUSED', 'ENDED', 'ERROR', 'NONE', 'OTHER'),
  cursor: value,
  duration: value,
});

const message = fc.oneof(
  fc.string(),
  fc.json(),
  fc
    .tuple(
      fc.constantFrom(0, 2, 5, 7, 9, 99),
      fc.dictionary(fc.constantFrom('requestId', 'results', 'eventType', 'eventData'), value),
    )
    .map(([op, d]) => JSON.stringify({ op, d })),
);

describe('an OBS that sends nonsense', () => {
  it('keeps the state valid, and the service alive', async () => {
    const generated = fc.sample(fc.tuple(input, input, fc.option(message, { freq: 4 })), {
      numRuns: hostileAnswers,
      seed: 5,
    });
    let index = 0;
    const current = (): readonly [ScriptedInput, ScriptedInput, string | null] =>
      generated[Math.min(index, generated.length - 1)] ?? [{}, {}, null];
    const obs = await rawObs(
      scripted(() => {
        const [A, B] = current();
        return { A, B, C: {}, D: {} };
      }),
    );
    const driven = drive(obs);
    const { players } = driven.drivers;
    for (; index < generated.length; index += 1) {
      const [, , text] = current();
      if (text !== null) obs.send(text);
      if (index % 5 === 0) players.send(commandTo.play(output, 'left', selections.opener));
      if (index % 7 === 0) players.send(commandTo.cue(output, 'left', selections.weather));
      await driven.clock.advance(index % 3 === 0 ? 600 : 20);
      await new Promise((resolve) => setImmediate(resolve));
      for (const run of players.state(output).scenes.flatMap((scene) => scene.run ?? [])) {
        expect(run.positionMs).toBeGreaterThanOrEqual(0);
        expect(new Date(run.startedAtMs).toISOString()).toMatch(/Z$/);
        expect(demoStudio.banks.map(({ key }) => key)).toContain(run.bank);
      }
      obs.received.splice(0, obs.received.length - 10);
    }
  }, 600_000);
});
