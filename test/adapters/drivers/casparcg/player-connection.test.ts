// What is known of a player whose connection is lost, and of one that is connected again.
import { afterEach, describe, expect, it } from 'vitest';
import type { Connection } from '../../../../adapters/drivers/casparcg/connection.js';
import { GraphicLayer } from '../../../../adapters/drivers/casparcg/graphic-layer.js';
import { Layer } from '../../../../adapters/drivers/casparcg/layer.js';
import { manualClock } from '../../../../simulator/clock.js';
import type { ClipSelection } from '../../../../application/ports/players.js';
import { commandResults, sentCommand } from '../../../contracts/device-commands.js';
import { scenesOf } from '../../../support/scenes.js';
import { advanceInFrames, passUntil, settleSockets } from '../advance-clock.js';
import { casparcgBench, output, selections, type CasparcgBench, type CasparcgBenchOptions } from './bench.js';
import { heldBench, type HeldPath } from './held-path.js';
import { commandTo } from '../../../support/commands.js';

const { bed, headlines, jingle } = selections;

let bench: CasparcgBench;

afterEach(() => {
  bench.close();
});

const isConnected = (): boolean => bench.players.state(output).connected;

const openHeld = async (options?: CasparcgBenchOptions): Promise<HeldPath> => {
  const held = await heldBench(options);
  bench = held.bench;
  return held.path;
};

/** The last reply that the driver didn't get on a connection. */
const withheldOn = (held: HeldPath, link: number): string => held.links[link]?.withheld.at(-1) ?? '';

describe('a player that is connected again', () => {
  it('counts as connected once the server has named its media folder anew', async () => {
    const held = await openHeld();
    held.withholds = (reply) => reply.includes('INFO PATHS');
    bench.server.reset();
    await passUntil(bench.clock, () => held.links.length === 2 && withheldOn(held, 1) !== '');
    await bench.pass(1_000);
    expect(isConnected()).toBe(false);
    held.links[1]?.inject(withheldOn(held, 1));
    await bench.pass(100);
    expect(isConnected()).toBe(true);
  });
});

describe('a player whose connection is lost', () => {
  it('makes no change when the clip that it showed would end', async () => {
    bench = await casparcgBench({ oscFault: { type: 'silent' } });
    sentCommand(bench.players.send(commandTo.play(output, 'left', jingle)));
    await bench.pass(400);
    expect(scenesOf(bench.players, output)[0]?.clip).toBe('jingle');
    await bench.setFault({ type: 'offline' });
    const changes: string[] = [];
    bench.players.watch((id) => changes.push(id));
    await advanceInFrames(bench.clock, 5_000);
    expect(changes).toEqual([]);
  });
});

describe('a reply to INFO that arrives late', () => {
  it('changes nothing while OSC arrives', async () => {
    const held = await openHeld({ oscFault: { type: 'silent' } });
    held.withholds = (reply) => reply.includes('201 INFO OK');
    bench.players.send(commandTo.play(output, 'left', headlines));
    await passUntil(bench.clock, () => withheldOn(held, 0) !== '');
    bench.server.setOscFault(null);
    await passUntil(bench.clock, () => bench.players.stateSource(output) === 'osc');
    const [before, sources] = [bench.warnings.length, new Set<unknown>()];
    held.links[0]?.inject(withheldOn(held, 0));
    await settleSockets();
    sources.add(bench.players.stateSource(output));
    expect([bench.warnings.length, [...sources]]).toEqual([before, ['osc']]);
  });
});

describe('a layer that is lost', () => {
  const context = { nowMs: 0, validMs: 500, folder: 'media', selections: [] };
  const graphic = { scene: 'left', template: 'lower-third', fields: {} };
  const options = {
    address: { channel: 1, layer: 30 },
    player: () => 'the player',
    connection: { request: () => 1 } as unknown as Connection,
    clock: manualClock(),
    version: () => '',
    onSent: () => undefined,
  };

  it('is unknown until it is reported again', () => {
    const [layer, shown] = [new Layer('left', 10), new GraphicLayer(graphic, options)];
    const known = (): readonly boolean[] => [layer.isKnown, shown.isKnown];
    expect(known()).toEqual([false, false]);
    for (let reports = 0; reports < 2; reports += 1) {
      layer.applyReport(undefined, context);
      shown.applyReport(undefined, 0, 500);
      expect(known()).toEqual([true, true]);
      for (const one of [layer, shown]) one.lose('the connection was lost');
      expect(known()).toEqual([false, false]);
    }
  });
});

describe('a connection that hangs while OSC arrives', () => {
  /** Longest time until a connection without replies is dropped, and until it is certainly kept, in milliseconds. */
  const [droppedWithinMs, keptForMs] = [35_500, 34_000];
  const play = (selection: ClipSelection) => sentCommand(bench.players.send(commandTo.play(output, 'left', selection)));

  it('is kept as long as a call may wait, then opened again, and nothing is repeated on the next one', async () => {
    const { links } = await openHeld();
    for (const link of links) link.isHanging = true;
    const sent = play(headlines);
    await advanceInFrames(bench.clock, keptForMs);
    expect([await commandResults(sent), isConnected(), links.length]).toEqual([['pending', 'pending'], true, 1]);
    await advanceInFrames(bench.clock, droppedWithinMs - keptForMs);
    await passUntil(bench.clock, () => links.length === 2 && isConnected());
    expect(await sent.confirmed).toMatchObject({
      left: { code: 'device_error', message: expect.stringContaining('the connection was lost') as string },
    });
    expect([links[0]?.isReset, bench.warnings]).toEqual([true, ['a connection is lost']]);
    const next = play(bed);
    await bench.pass(400);
    expect(await commandResults(next)).toEqual(['done', 'done']);
    expect(bench.lines.filter((line) => line.startsWith('PLAY'))).toHaveLength(1);
  });

  it('leaves no reply behind that confirms a later command', async () => {
    const held = await openHeld();
    held.withholds = () => true;
    play(headlines);
    await advanceInFrames(bench.clock, droppedWithinMs);
    held.withholds = () => false;
    await passUntil(bench.clock, () => held.links.length === 2 && isConnected());
    const late = held.links[0]?.withheld.find((reply) => reply.includes('202 PLAY OK')) ?? '';
    expect(late).toMatch(/^RES \d+ 202 PLAY OK\r\n$/);
    held.withholds = () => true;
    const sent = play(bed);
    await passUntil(bench.clock, () => bench.server.visible('1-10').kind === 'file');
    await bench.pass(100);
    held.links[1]?.inject(late);
    await bench.pass(400);
    expect(await commandResults(sent)).toEqual(['pending', 'pending']);
  });
});
