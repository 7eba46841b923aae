// Clips and graphics that are redefined while the server, at rest, sends the same state with every frame.
import { afterEach, expect, it } from 'vitest';
import { casparcgBench, output, outputAt, selections, type CasparcgBench } from './bench.js';

let bench: CasparcgBench;

afterEach(() => {
  bench.close();
});

const cued = () => bench.players.state(output).scenes[0]?.cued;

const changes = (): readonly string[] => {
  const changed: string[] = [];
  bench.players.watch((id) => changed.push(id));
  return changed;
};

it('@RELOAD-5: a file that is cued becomes a clip once a clip is defined for it', async () => {
  bench = await casparcgBench();
  const { players, port } = bench;
  const { headlines, ...others } = selections;
  const definitions = [outputAt(port)];
  players.follow(definitions, Object.values(others));
  bench.execute('LOADBG 1-10 headlines');
  await bench.pass(1_000);
  expect(cued()).toBeNull();
  const changed = changes();
  const renamed = { bank: 'evening', clip: { ...headlines.clip, key: 'evening-news', media: 'headlines' } };
  players.follow(definitions, [...Object.values(others), renamed]);
  await bench.pass(200);
  expect(cued()).toEqual(renamed);
  expect(changed).toEqual([output]);
});

it('@RELOAD-5: a page that is shown becomes a graphic once the graphic has its template', async () => {
  const graphic = { scene: 'left', template: 'lower-third', fields: {} };
  const templates = new Map([['ticker', 'page']] as const);
  bench = await casparcgBench({ server: { templates }, driver: { graphics: [graphic] } });
  bench.execute('CG 1-30 ADD 1 ticker 1');
  await bench.pass(1_000);
  const shown = () => bench.players.state(output).scenes[0]?.graphicShown;
  expect(shown()).toBe(false);
  const changed = changes();
  bench.players.follow([outputAt(bench.port, [{ ...graphic, template: 'ticker' }])], Object.values(selections));
  await bench.pass(200);
  expect(shown()).toBe(true);
  expect(changed).toEqual([output]);
});
