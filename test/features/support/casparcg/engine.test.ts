// Runs the players' contract suite on the CasparCG driver with the real server that the environment configures.
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { SystemClock } from '../../../../adapters/node/clock.js';
import { casparcgPlayers, type DrivenOutputs } from '../../../adapters/drivers/casparcg/driven-outputs.js';
import type { ClipSelection } from '../../../../application/ports/players.js';
import { type Engine, engineOf, layers, noEngine } from '../../../../features/support/casparcg/engine.js';
import { clearLayers } from '../../../../features/support/casparcg/inspect-layer.js';
import { CasparcgRelay, type RelayFault } from '../../../../features/support/casparcg/relay.js';
import { silent } from '../../../../features/support/silent-log.js';
import type { PlayersBench, TimedSelection } from '../../../contracts/players-bench.js';
import { playersContract } from '../../../contracts/players.js';
import { eventually } from '../../../support/eventually.js';

describe('runs the players’ contract suite on the CasparCG driver with the real server that the environment configures', () => {
  vi.setConfig({ testTimeout: 90_000, hookTimeout: 30_000 });

  const output = 'out-2';
  const { left, right } = layers;

  /** Longest time until a real server on a busy machine has confirmed a command, in milliseconds. */
  const promptMs = 1_000;

  let close: () => void = () => undefined;

  afterEach(() => {
    close();
  });

  const selectionsOn = ({ media }: Engine): readonly TimedSelection[] =>
    media.map(({ name, durationMs }, index) => ({
      bank: 'news',
      clip: { number: index + 1, key: `clip-${String(index + 1)}`, name, media: name, durationMs },
    }));

  const driverThrough = (port: number, { channel }: Engine, selections: readonly ClipSelection[]): DrivenOutputs =>
    casparcgPlayers(
      [
        {
          id: output,
          slot: 'wall',
          name: 'Video wall',
          scenes: ['left', 'right'],
          player: { host: '127.0.0.1', port, channel, layers: { left, right } },
        },
      ],
      { selections, clock: new SystemClock(), log: silent },
    );

  const bench = async (engine: Engine): Promise<PlayersBench> => {
    await clearLayers(engine, [left, right]);
    const relay = new CasparcgRelay(engine);
    const selections = selectionsOn(engine);
    const players = driverThrough(await relay.listen(), engine, selections);
    close = () => {
      players.close();
      relay.close();
    };
    const inject = (fault: RelayFault) => async () => {
      relay.setFault(fault);
      const isConnected = fault !== 'cut';
      await eventually('the driver notices', () => players.state(output).connected === isConnected);
    };
    await inject('none')();
    const [first, second, shortClip] = [selections[0], selections[1], selections.at(-1)] as [
      TimedSelection,
      TimedSelection,
      TimedSelection,
    ];
    return {
      players,
      output,
      scenes: ['left', 'right'],
      selections: [first, second],
      shortClip,
      promptMs,
      now: () => Date.now(),
      pass: (ms) => delay(ms),
      passUntil: async (settled, limitMs) => {
        await Promise.race([settled, delay(limitMs)]);
      },
      refuse: inject('refused'),
      disconnect: inject('cut'),
      freeze: inject('frozen'),
      heal: inject('none'),
    };
  };

  const engine = engineOf(process.env);
  if (engine === undefined) {
    console.log(noEngine);
    it.skip('a real CasparCG server fulfils the contract of players', () => undefined);
  } else playersContract(`CasparCG at ${engine.host}`, () => bench(engine));
});

const clips = 'opener:60,news/headlines:90,weather:60,closer:60,music/bed loud:180,jingle:3';

describe('the configured server', () => {
  it('is undefined without a host', () => {
    expect(engineOf({})).toBeUndefined();
    expect(engineOf({ CASPARCG_HOST: '', CASPARCG_CLIPS: clips })).toBeUndefined();
  });

  it('has default values for port and channel', () => {
    const environment = { CASPARCG_HOST: 'player', CASPARCG_CLIPS: clips };
    expect(engineOf(environment)).toMatchObject({ host: 'player', port: 5250, channel: 1 });
    expect(engineOf({ ...environment, CASPARCG_PORT: '5251', CASPARCG_CHANNEL: '2' })).toMatchObject({
      port: 5251,
      channel: 2,
    });
    expect(engineOf(environment)?.media.at(-2)).toEqual({ name: 'music/bed loud', durationMs: 180_000 });
  });

  it.each([
    ['no clips', ''],
    ['too few clips', 'opener:60,jingle:3'],
    ['a duplicate', clips.replace('closer', 'WEATHER')],
    ['one that is too short', clips.replace('weather:60', 'weather:14')],
    ['a last one that is too long', clips.replace('jingle:3', 'jingle:11')],
    ['one without a duration', clips.replace('opener:60', 'opener')],
  ])('is invalid with %s', (_, value) => {
    expect(() => engineOf({ CASPARCG_HOST: 'player', CASPARCG_CLIPS: value })).toThrow(
      /^CASPARCG_CLIPS: expected 6 different/,
    );
  });
});
