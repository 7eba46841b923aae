// Graphics on air and what their player reports while a command for them is pending.
import * as E from 'fp-ts/lib/Either.js';
import { expect, it } from 'vitest';
import { graphics } from '../../application/commands/graphics.js';
import { changeNotifier } from '../../application/events/change-notifier.js';
import type { CommandResult } from '../../application/ports/commands.js';
import type { GraphicFields } from '../../domain/studio/graphic.js';
import { failure } from '../../domain/failure.js';
import { settle, stepBench } from './demo-bench.js';

const place = { output: 'out-1', scene: 'full' };

/** Graphics of a player whose reports and results a test chooses. */
const bench = () => {
  const { ports, clock, log } = stepBench();
  const { watch, notify } = changeNotifier();
  const sent: (string | null)[] = [];
  let graphicShown = false;
  let pending = Promise.withResolvers<CommandResult>();
  const send = (texts: GraphicFields | null) => {
    sent.push(texts?.['headline'] ?? null);
    pending = Promise.withResolvers();
    return E.right({ accepted: pending.promise, confirmed: pending.promise });
  };
  const players = {
    ...ports.players,
    watch,
    state: () => ({ connected: true, scenes: [{ id: 'full', run: null, cued: null, graphicShown }] }),
    showGraphic: (_output: string, _scene: string, texts: GraphicFields) => send(texts),
    updateGraphic: (_output: string, _scene: string, texts: GraphicFields) => send(texts),
    hideGraphic: () => send(null),
  };
  const all = graphics({ ...ports, players, log });
  const set = (value: string): void => {
    ports.studio.change((runtime) => E.right({ ...runtime, variables: { ...runtime.variables, 'var-1': value } }));
  };
  const report = (shown: boolean): void => {
    graphicShown = shown;
    notify('out-1');
  };
  const end = async (result: CommandResult): Promise<void> => {
    pending.resolve(result);
    await settle(clock);
  };
  return { all, clock, sent, set, report, end };
};

const done = E.right(undefined);

it('a graphic that is hidden and shown again keeps its station while the player reports that it was hidden', async () => {
  const { all, report, end } = bench();
  all.show(place, 'alpha');
  report(true);
  await end(done);
  all.hide(place);
  all.show(place, 'alpha');
  report(false);
  await end(done);
  report(true);
  expect(all.record(place)).toMatchObject({ shown: true, station: 'alpha', fields: { headline: 'Good morning' } });
});

it('a graphic that another controller hides forgets its station and its texts', async () => {
  const { all, report, end } = bench();
  all.show(place, 'alpha');
  report(true);
  await end(done);
  report(false);
  report(true);
  expect(all.record(place)).toMatchObject({ shown: true, station: null, fields: {} });
});

it('a graphic whose hide fails gets the texts that changed meanwhile', async () => {
  const { all, clock, sent, set, report, end } = bench();
  all.show(place, 'alpha');
  report(true);
  await end(done);
  all.hide(place);
  set('Flood');
  await clock.advance(1_000);
  expect(sent).toEqual(['Good morning', null]);
  await end(E.left(failure('device_error', 'refused')));
  await clock.advance(20);
  expect(sent).toEqual(['Good morning', null, 'Flood']);
});

it('a graphic that is shown while its hide is pending gets texts at once when the player shows it', async () => {
  const { all, clock, sent, set, report, end } = bench();
  all.show(place, 'alpha');
  report(true);
  await end(done);
  all.hide(place);
  all.show(place, 'alpha');
  set('Flood');
  await clock.advance(20);
  expect(sent).toEqual(['Good morning', null, 'Good morning', 'Flood']);
});
