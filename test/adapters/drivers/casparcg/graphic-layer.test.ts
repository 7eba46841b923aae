// What is sent to hide a graphic, and what shows that it is hidden.
import { afterEach, expect, it } from 'vitest';
import { commandResults, sentCommand } from '../../../contracts/device-commands.js';
import { casparcgBench, output, type CasparcgBench } from './bench.js';
import { commandTo } from '../../../support/commands.js';

let bench: CasparcgBench;

afterEach(() => {
  bench.close();
});

const open = async (template: string, outMs: number): Promise<void> => {
  const templates = new Map([['news/lower-third', 'page']] as const);
  const graphics = [{ scene: 'left', template, fields: {}, outMs }];
  bench = await casparcgBench({ server: { templates }, driver: { graphics } });
};

const show = async (): Promise<void> => {
  const sent = sentCommand(bench.players.send(commandTo.show(output, 'left', {})));
  await bench.pass(300);
  expect(await commandResults(sent)).toEqual(['done', 'done']);
};

const hide = () => sentCommand(bench.players.send(commandTo.hide(output, 'left')));

const sentLines = () => bench.lines.filter((line) => /^CG \S+ (?:STOP|CLEAR)/.test(line));

it('a template is cleared once if it is hidden twice, its time after the second', async () => {
  await open('news/lower-third', 400);
  await show();
  const first = hide();
  await bench.pass(200);
  const second = hide();
  await bench.pass(350);
  expect(sentLines()).toEqual(['CG 1-30 STOP 0', 'CG 1-30 STOP 0']);
  await bench.pass(600);
  expect(sentLines().slice(2)).toEqual(['CG 1-30 CLEAR']);
  expect([await commandResults(first), await commandResults(second)]).toEqual([
    ['done', 'done'],
    ['done', 'done'],
  ]);
});

it('a template whose stop is refused is cleared once', async () => {
  await open('news/lower-third', 400);
  await show();
  bench.execute('CG 1-30 CLEAR');
  hide();
  await bench.pass(900);
  expect(sentLines()).toEqual(['CG 1-30 STOP 0', 'CG 1-30 CLEAR']);
});

it('a template is known whatever the case of its name, and the layer at rest is hidden already', async () => {
  await open('News/Lower-Third', 0);
  await show();
  expect(bench.players.state(output).scenes[0]?.graphicShown).toBe(true);
  for (let hides = 0; hides < 2; hides += 1) {
    const hidden = hide();
    await bench.pass(400);
    expect(await commandResults(hidden)).toEqual(['done', 'done']);
  }
});
