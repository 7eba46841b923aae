// Channels of a CasparCG server with other frame rates than 25: seeks, transitions and positions, known by OSC and by INFO.
import { afterEach, describe, expect, it } from 'vitest';
import type { ClipSelection } from '../../../application/ports/players.js';
import { clipTimeOf } from '../../../simulator/casparcg/producer.js';
import type { CasparcgServerOptions } from '../../../simulator/casparcg/server-options.js';
import { videoFormats, type VideoFormat } from '../../../simulator/casparcg/video-format.js';
import { sendAndConfirm, sentCommand } from '../../contracts/device-commands.js';
import { sceneOf } from '../../contracts/players-bench.js';
import {
  casparcgBench,
  output,
  playersBench,
  selections,
  type CasparcgBench,
} from '../../adapters/drivers/casparcg/bench.js';
import { commandTo } from '../../support/commands.js';

const { headlines } = selections;
const { p25, p29, p50, p59 } = videoFormats;

/** A clip that is mixed in within a second. */
const mixed: ClipSelection = {
  ...headlines,
  clip: { ...headlines.clip, transition: { type: 'mix', durationMs: 1_000 } },
};

let bench: CasparcgBench;
afterEach(() => {
  bench.close();
});

/** What makes the driver know the server's state by OSC, and by INFO alone. */
const sources = { osc: {}, info: { version: '2.3.0' } } as const satisfies Record<
  string,
  Partial<CasparcgServerOptions>
>;

type Source = keyof typeof sources;

const open = async (source: Source, ...formats: readonly VideoFormat[]): Promise<void> => {
  bench = await casparcgBench({ server: { formats, ...sources[source] } });
  expect(bench.players.stateSource(output)).toBe(source);
};

const confirmed = (sending: Parameters<typeof sendAndConfirm>[1]): Promise<void> =>
  sendAndConfirm({ ...playersBench(bench), promptMs: 400 }, sending);

const last = (verb: string): string | undefined => bench.lines.findLast((line) => line.startsWith(verb));

/** The position on the server, in milliseconds. */
const positionOnServer = (): number => {
  const file = bench.server.visible('1-10');
  if (file.kind !== 'file') throw new Error(`expected a file, got ${file.kind}`);
  const { positionMs, asOfMs, paused } = clipTimeOf(file);
  return positionMs + (paused ? 0 : bench.clock.now() - asOfMs);
};

const shown = () => sceneOf(playersBench(bench), 'left');

/** Each format, with the frames of a second and those of 20 s, and each way to know the state. */
const cases = [
  ...[['25', p25, 25, 500] as const, ['29.97', p29, 30, 599] as const],
  ...[['50', p50, 50, 1_000] as const, ['59.94', p59, 60, 1_199] as const],
].flatMap(([rate, format, second, twenty]) =>
  (['osc', 'info'] as const).map((source) => ({ rate, source, format, second, twenty })),
);

describe.each(cases)('a channel with $rate frames per second, known by $source', (one) => {
  const { format, source, second, twenty } = one;

  it('is sought to the position that is wanted', async () => {
    await open(source, format);
    await confirmed(bench.players.send(commandTo.play(output, 'left', headlines)));
    await confirmed(bench.players.send(commandTo.pause(output, 'left')));
    await confirmed(bench.players.send(commandTo.seek(output, 'left', 20_000)));
    expect(last('CALL')).toBe(`CALL 1-10 SEEK ${String(twenty)}`);
    expect(Math.abs(positionOnServer() - 20_000)).toBeLessThanOrEqual(20);
    expect(Math.abs((shown()?.positionMs ?? 0) - 20_000)).toBeLessThanOrEqual(20);
  });

  it('shows the position while the clip goes on', async () => {
    await open(source, format);
    await confirmed(bench.players.send(commandTo.play(output, 'left', headlines)));
    await confirmed(bench.players.send(commandTo.seek(output, 'left', 20_000)));
    await bench.pass(3_000);
    expect(positionOnServer()).toBeGreaterThan(22_900);
    expect(Math.abs((shown()?.positionMs ?? 0) - positionOnServer())).toBeLessThan(100);
  });

  it('mixes clips for as long as is wanted', async () => {
    await open(source, format);
    await confirmed(bench.players.send(commandTo.play(output, 'left', mixed)));
    expect(last('PLAY')).toBe(`PLAY 1-10 "headlines" MIX ${String(second)}`);
    sentCommand(bench.players.send(commandTo.cue(output, 'left', mixed)));
    await bench.pass(50);
    expect(last('LOADBG')).toBe(`LOADBG 1-10 "headlines" MIX ${String(second)}`);
  });
});

describe('a server with channels of several frame rates', () => {
  it.each(['osc', 'info'] as const)('gets seeks in the frames of the channel that is sought: %s', async (source) => {
    await open(source, p50, p25);
    await confirmed(bench.players.send(commandTo.play(output, 'left', headlines)));
    await confirmed(bench.players.send(commandTo.seek(output, 'left', 20_000)));
    expect(last('CALL')).toBe('CALL 1-10 SEEK 1000');
    bench.close();
    await open(source, p25, p50);
    await confirmed(bench.players.send(commandTo.play(output, 'left', headlines)));
    await confirmed(bench.players.send(commandTo.seek(output, 'left', 20_000)));
    expect(last('CALL')).toBe('CALL 1-10 SEEK 500');
  });
});

it('a channel keeps its rate when a frame takes several datagrams, of which only one contains it', async () => {
  await open('osc', p50);
  for (let layer = 11; layer < 60; layer += 1) bench.execute(`PLAY 1-${String(layer)} headlines`);
  await confirmed(bench.players.send(commandTo.play(output, 'left', headlines)));
  await bench.pass(200);
  await confirmed(bench.players.send(commandTo.seek(output, 'left', 20_000)));
  expect(last('CALL')).toBe('CALL 1-10 SEEK 1000');
});
