// Runs the players' contract suite on the OBS driver with a real OBS Studio, and what only a real one shows.
import { setTimeout as delay } from 'node:timers/promises';
import * as E from 'fp-ts/lib/Either.js';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ClipSelection } from '../../../../application/ports/players.js';
import { attachedDevices, type AttachedDevices } from '../../../../application/connections/attached-devices.js';
import { unconnectedDrivers } from '../../../../adapters/unconnected/devices.js';
import { currentLayout } from '../../../../application/state/current-layout.js';
import { SystemClock } from '../../../../adapters/node/clock.js';
import { silent } from '../../../../features/support/silent-log.js';
import { connectionDrivers } from '../../../../infra/service/connection-drivers.js';
import { seekToleranceMs } from '../../../../adapters/drivers/obs/scene-commands.js';
import { fieldOf } from '../../../../domain/codec/unchecked.js';
import type { Log } from '../../../../application/ports/log.js';
import { demoStudio } from '../../../../simulator/demo-studio.js';
import {
  commandResults,
  refusedBy,
  sendAndConfirm,
  sendError,
  sentCommand,
} from '../../../contracts/device-commands.js';
import type { PlayersBench, TimedSelection } from '../../../contracts/players-bench.js';
import { playersContract } from '../../../contracts/players.js';
import { eventually } from '../../../support/eventually.js';
import { missingObs, obsProcess, password, type ObsProcess } from './obs-process.js';
import { obsRelay, type RelayFault } from './obs-relay.js';
import { commandTo } from '../../../support/commands.js';

const noObs = missingObs();
if (noObs !== undefined) console.log(noObs);

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const output = 'out-2';
const scenes = { left: ['left A', 'left B'], right: ['right A', 'right B'] } as const;
const films = { 'opener.avi': 20, 'weather.avi': 20, 'short.avi': 2, 'sparse.avi': 20 } as const;

/** Usual time until OBS has confirmed a command, less than a tenth of what counts as frozen, and the longest on a busy machine. */
const promptMs = 450;
const longestMs = 3_000;

const clip = (number: number, media: string, durationMs: number): TimedSelection => ({
  bank: 'news',
  clip: { number, key: media.replace('.avi', ''), name: media, media, durationMs },
});
const opener = clip(1, 'opener.avi', 20_000);
const weather = clip(2, 'weather.avi', 20_000);
const short = clip(3, 'short.avi', 2_000);
const broken = clip(4, 'broken.avi', 5_000);
const missing = clip(5, 'missing.avi', 5_000);
const sparse = clip(6, 'sparse.avi', 20_000);
const selections: readonly ClipSelection[] = [opener, weather, short, broken, missing, sparse];

let engine: ObsProcess;
let close: () => void = () => undefined;

const transitionsEnd = (): Promise<void> =>
  eventually('no transition is under way', async () => {
    await delay(promptMs);
    return fieldOf(await engine.client.request('GetCurrentSceneTransitionCursor'), 'transitionCursor') === 1;
  });

/** The inputs that the program shows. */
const activeInputs = async (): Promise<readonly string[]> => {
  const names = Object.values(scenes).flat();
  const answers = await Promise.all(
    names.map((sourceName) => engine.client.request('GetSourceActive', { sourceName })),
  );
  return names.filter((_, index) => fieldOf(answers[index], 'videoActive') === true);
};

const drive = (port: number, secret = password, log: Log = silent, program = false): AttachedDevices => {
  const wanted = {
    ...demoStudio,
    panels: [],
    banks: [{ key: 'news', name: 'News', clips: selections.map((one) => one.clip) }],
    connections: [
      { id: 'obs', protocol: 'obs', host: '127.0.0.1', port, mediaFolder: engine.mediaFolder, passwordFile: '/secret' },
    ],
    outputs: demoStudio.outputs.map((one) =>
      one.id === output
        ? {
            ...one,
            player: {
              ...{ connection: 'obs', program },
              scenes: { left: { inputs: scenes.left }, right: { inputs: scenes.right } },
            },
          }
        : one,
    ),
  };
  const current = currentLayout(wanted);
  const deps = { clock: new SystemClock(), log, table: connectionDrivers, readSecret: () => Promise.resolve(secret) };
  return attachedDevices(current, unconnectedDrivers(current), deps);
};

const bench = async (program = false): Promise<PlayersBench> => {
  const relay = await obsRelay(engine.port);
  const devices = drive(relay.port, password, silent, program);
  const { players } = devices.drivers;
  close = () => {
    devices.close();
    relay.close();
  };
  const inject = (fault: RelayFault) => async (): Promise<void> => {
    relay.setFault(fault);
    await eventually('the driver notices', () => players.state(output).connected === (fault !== 'cut'));
  };
  await inject('none')();
  await emptied(players);
  return {
    players,
    output,
    scenes: ['left', 'right'],
    selections: [opener, weather],
    shortClip: short,
    promptMs,
    now: Date.now,
    pass: (ms) => delay(ms),
    passUntil: async (settled) => {
      await Promise.race([settled, delay(longestMs)]);
    },
    refuse: inject('refused'),
    disconnect: inject('cut'),
    freeze: inject('frozen'),
    heal: async () => {
      await inject('none')();
      // OBS on a busy machine works off what was held back.
      await delay(promptMs);
    },
  };
};

type Players = AttachedDevices['drivers']['players'];

/** Empties the scenes: a play drops what is cued, and a stop what plays. */
const emptied = async (players: Players): Promise<void> => {
  for (const scene of ['left', 'right']) {
    if (players.state(output).scenes.find(({ id }) => id === scene)?.cued)
      await sentCommand(players.send(commandTo.play(output, scene, short))).confirmed;
    await sentCommand(players.send(commandTo.stop(output, [scene]))).confirmed;
  }
};

describe.skipIf(noObs !== undefined)('a real OBS Studio', () => {
  beforeAll(async () => {
    engine = await obsProcess({ films, scenes });
  });
  afterEach(() => {
    close();
  });
  afterAll(() => engine.stop());

  playersContract('a real OBS Studio', () => bench());

  it.each([
    ['broken', broken],
    ['missing', missing],
  ])('never confirms a file that is %s', async (_, selection) => {
    const { players } = await bench();
    for (const sending of [
      players.send(commandTo.play(output, 'left', selection)),
      players.send(commandTo.cue(output, 'left', selection)),
    ]) {
      const sent = sentCommand(sending);
      await delay(1_000);
      expect(await commandResults(sent)).toEqual(['done', 'pending']);
      expect(sent.failureAtTimeout?.()).toMatchObject({ code: 'device_error' });
    }
    expect(players.state(output).scenes.map(({ run, cued }) => [run, cued])).toEqual([
      [null, null],
      [null, null],
    ]);
  });

  it('fails what is pending when OBS dies, and is connected again within a second of its return', async () => {
    const devices = drive(engine.port);
    const { players } = devices.drivers;
    ({ close } = devices);
    const rounds = Number(process.env['DEATHS'] ?? 2);
    for (let round = 0; round < rounds; round += 1) {
      await eventually('it is connected', () => players.state(output).connected);
      const sent = sentCommand(players.send(commandTo.play(output, 'left', opener)));
      await engine.kill();
      expect(await sent.confirmed).toMatchObject(E.left({ code: 'device_error' }));
      expect(sendError(players.send(commandTo.play(output, 'left', opener)))).toBe('device_unavailable');
      await engine.start();
      const returnedAtMs = performance.now();
      await eventually('it is connected', () => players.state(output).connected);
      expect(performance.now() - returnedAtMs).toBeLessThan(1_000);
      expect(players.state(output).scenes.map(({ run }) => run)).toEqual([null, null]);
    }
  });

  it('counts as lost when it is frozen', async () => {
    const devices = drive(engine.port);
    const { players } = devices.drivers;
    ({ close } = devices);
    await eventually('it is connected', () => players.state(output).connected);
    engine.signal('SIGSTOP');
    const sent = sentCommand(players.send(commandTo.play(output, 'left', opener)));
    expect(await sent.confirmed).toMatchObject(E.left({ code: 'device_error' }));
    expect(players.state(output).connected).toBe(false);
    engine.signal('SIGCONT');
    await eventually('it is connected', () => players.state(output).connected);
  });

  it('refuses a wrong password, which no log contains', async () => {
    const entries: string[] = [];
    const record = (sentence: string, fields?: object): void => {
      entries.push(`${sentence} ${JSON.stringify(fields)}`);
    };
    const devices = drive(engine.port, 'wrong-password', { ...silent, warn: record, info: record, error: record });
    ({ close } = devices);
    await eventually('the refusal is logged', () => entries.length > 0);
    await delay(1_200);
    expect(entries).toHaveLength(1);
    expect(entries[0]).toContain('OBS refused the password');
    expect(entries[0]).not.toContain('wrong-password');
  });

  it('never confirms a broken clip that replaces one that plays', { timeout: 600_000 }, async () => {
    const players = await bench();
    for (let round = 0; round < Number(process.env['BROKEN_CLIPS'] ?? 8); round += 1) {
      await sendAndConfirm(
        players,
        players.players.send(commandTo.play(output, 'left', round % 2 === 0 ? opener : weather)),
      );
      const sent = sentCommand(players.players.send(commandTo.play(output, 'left', broken)));
      await delay(promptMs);
      expect(await commandResults(sent)).toEqual(['done', 'pending']);
    }
  });

  it('confirms a seek only where it should have brought the clip', { timeout: 600_000 }, async () => {
    const opened = await bench();
    const { players } = opened;
    const answers = { confirmed: 0, not: 0 };
    for (const clip of [opener, sparse]) {
      await sendAndConfirm(opened, players.send(commandTo.play(output, 'left', clip)));
      for (let seeks = 0; seeks < Number(process.env['SEEKS'] ?? 10) / 2; seeks += 1) {
        const positionMs = 500 + ((seeks * 7_919) % 12_000);
        const sentAtMs = Date.now();
        const sent = sentCommand(players.send(commandTo.seek(output, 'left', positionMs)));
        await Promise.race([sent.confirmed, delay(promptMs)]);
        const [, confirmed] = await commandResults(sent);
        answers[confirmed === 'done' ? 'confirmed' : 'not'] += 1;
        if (confirmed !== 'done')
          expect(sent.failureAtTimeout?.()?.message).toMatch(/shows .* at \d+\.\d+ of 20\.00 s/);
        else {
          const status = await engine.client.request('GetMediaInputStatus', { inputName: 'left A' });
          const offMs = Number(fieldOf(status, 'mediaCursor')) - positionMs - (Date.now() - sentAtMs);
          expect(Math.abs(offMs)).toBeLessThan(seekToleranceMs + 100);
        }
      }
    }
    expect(Math.min(answers.confirmed, answers.not)).toBeGreaterThan(0);
  });

  describe('in Studio mode', () => {
    beforeAll(async () => {
      await engine.client.request('SetCurrentProgramScene', { sceneName: 'left' });
      await engine.client.request('SetStudioModeEnabled', { studioModeEnabled: true });
      await transitionsEnd();
    });
    afterAll(async () => {
      await engine.client.request('SetStudioModeEnabled', { studioModeEnabled: false });
      await engine.client.request('SetCurrentProgramScene', { sceneName: 'Scene' });
      await transitionsEnd();
    });

    it('confirms what the program shows, and refuses what its copy of the scene hides', async () => {
      const players = await bench();
      await sendAndConfirm(players, players.players.send(commandTo.play(output, 'left', opener)));
      expect(await activeInputs()).toContain('left A');
      await engine.client.request('SetCurrentProgramScene', { sceneName: 'left' });
      await transitionsEnd();
      await sendAndConfirm(players, players.players.send(commandTo.cue(output, 'left', weather)));
      expect(refusedBy(players.players, commandTo.take(output, 'left'))).toBe('conflict');
      expect(refusedBy(players.players, commandTo.play(output, 'right', opener))).toBe('conflict');
    });

    it('makes a transition to what it plays with `program: true`', { timeout: 600_000 }, async () => {
      const players = await bench(true);
      for (let plays = 0; plays < Number(process.env['STUDIO_PLAYS'] ?? 6) / 2; plays += 1) {
        for (const scene of ['right', 'left'] as const) {
          await sendAndConfirm(
            players,
            players.players.send(commandTo.play(output, scene, plays % 2 === 0 ? opener : weather)),
          );
          expect((await activeInputs()).map((name) => name.split(' ')[0])).toEqual([scene]);
        }
      }
      await sendAndConfirm(players, players.players.send(commandTo.cue(output, 'left', opener)));
      await sendAndConfirm(players, players.players.send(commandTo.take(output, 'left')));
      expect(await activeInputs()).toEqual(['left B']);
    });
  });

  it('confirms no clip that a transition fades out', async () => {
    const { players } = await bench();
    await engine.client.request('SetCurrentProgramScene', { sceneName: 'left' });
    await transitionsEnd();
    await engine.client.request('SetCurrentProgramScene', { sceneName: 'right' });
    const sending = players.send(commandTo.play(output, 'left', opener));
    await transitionsEnd();
    await delay(promptMs);
    if (E.isRight(sending)) expect(await commandResults(sentCommand(sending))).toEqual(['done', 'pending']);
    expect(refusedBy(players, commandTo.play(output, 'left', opener))).toBe('conflict');
    await engine.client.request('SetCurrentProgramScene', { sceneName: 'Scene' });
    await transitionsEnd();
  });

  it('plays again and again, and stays usable', async () => {
    const players = await bench();
    for (const selection of [opener, weather, short, opener])
      await sendAndConfirm(players, players.players.send(commandTo.play(output, 'right', selection)));
  });
});
