// The contract of every implementation of the players port that shows graphics.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Players } from '../../application/ports/players.js';
import type { GraphicFields } from '../../domain/studio/graphic.js';
import { deviceContract } from './device-contract.js';
import { commandResults, sendAndConfirm, sentCommand, type Bench } from './device-commands.js';
import { commandTo } from '../support/commands.js';

/** A player under test: an output with one scene that has a graphic, which is off air. */
export interface GraphicsBench extends Bench {
  readonly players: Players;
  readonly output: string;
  readonly scene: string;
  /** Returns the texts that the graphic really shows; null while it is off air. */
  readonly texts: () => GraphicFields | null;
}

const one = { headline: 'One' };
const other = { headline: 'Another' };

const isShown = ({ players, output, scene }: GraphicsBench): boolean | undefined =>
  players.state(output).scenes.find(({ id }) => id === scene)?.graphicShown;

const behaviour = (make: () => Promise<GraphicsBench>): void => {
  let bench: GraphicsBench;
  const show = (texts: GraphicFields) => bench.players.send(commandTo.show(bench.output, bench.scene, texts));
  const update = (texts: GraphicFields) => bench.players.send(commandTo.update(bench.output, bench.scene, texts));
  const hide = () => bench.players.send(commandTo.hide(bench.output, bench.scene));
  beforeEach(async () => {
    bench = await make();
  });

  it('is off air at first', () => {
    expect(isShown(bench)).toBe(false);
  });

  it('shows the texts, and other ones after an update and after another show', async () => {
    await sendAndConfirm(bench, show(one));
    expect([isShown(bench), bench.texts()]).toEqual([true, one]);
    await sendAndConfirm(bench, update(other));
    expect([isShown(bench), bench.texts()]).toEqual([true, other]);
    await sendAndConfirm(bench, show(one));
    expect([isShown(bench), bench.texts()]).toEqual([true, one]);
  });

  it('is gone when it is hidden, and hiding it again is confirmed', async () => {
    await sendAndConfirm(bench, show(one));
    await sendAndConfirm(bench, hide());
    expect([isShown(bench), bench.texts()]).toEqual([false, null]);
    await sendAndConfirm(bench, hide());
  });

  it('fails an update while it is off air', async () => {
    const sent = sentCommand(update(one));
    await bench.pass(bench.promptMs);
    expect(await commandResults(sent)).toEqual(['device_error', 'device_error']);
    expect(bench.texts()).toBeNull();
  });

  it('shows what was sent last', async () => {
    const sent = [show(one), hide(), show(other)].map(sentCommand);
    await bench.pass(bench.promptMs * 3);
    expect([isShown(bench), bench.texts()]).toEqual([true, other]);
    expect((await Promise.all(sent.map(commandResults))).at(-1)).toEqual(['done', 'done']);
  });

  it('stays on air across a lost connection, and is reported anew', async () => {
    await sendAndConfirm(bench, show(one));
    await bench.disconnect();
    await bench.heal();
    await bench.pass(bench.promptMs);
    expect([isShown(bench), bench.texts()]).toEqual([true, one]);
  });
};

/** Defines the suite. `make` returns a bench with a fresh player. */
export const graphicsContract = (name: string, make: () => Promise<GraphicsBench>): void => {
  describe(`a graphic on ${name}`, () => {
    behaviour(make);
  });
  deviceContract(`${name} to show and hide a graphic`, async () => {
    const bench = await make();
    const { players, output, scene } = bench;
    return {
      ...bench,
      watch: players.watch,
      id: output,
      first: () => players.send(commandTo.show(output, scene, one)),
      second: () => players.send(commandTo.hide(output, scene)),
      reported: () => (isShown(bench) === true ? 'first' : 'second'),
    };
  });
};
