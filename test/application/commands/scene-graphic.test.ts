// Graphics on air and what their player reports while a command for them is pending.
import * as E from 'fp-ts/lib/Either.js';
import { expect, it } from 'vitest';
import { graphics } from '../../../application/commands/graphics.js';
import type { RecordCommand } from '../../../application/ports/decided-commands.js';
import { changeNotifier } from '../../../application/ports/watch.js';
import type { CommandResult } from '../../../application/ports/commands.js';
import type { PlayerCommand } from '../../../application/ports/players.js';
import type { GraphicFields } from '../../../domain/studio/graphic.js';
import { failure } from '../../../domain/failure.js';
import { settle, stepBench } from '../demo-bench.js';

const place = { output: 'out-1', scene: 'full' };

/** Graphics of a player whose reports and results a test chooses. */
const bench = () => {
  const { ports, clock, log, logged } = stepBench();
  const { watch, notify } = changeNotifier();
  const sent: (string | null)[] = [];
  let graphicShown = false;
  const pending: PromiseWithResolvers<CommandResult>[] = [];
  const stations: (string | null)[] = [];
  const send = (texts: GraphicFields | null) => {
    sent.push(texts?.['headline'] ?? null);
    const ended = Promise.withResolvers<CommandResult>();
    pending.push(ended);
    return E.right({ accepted: ended.promise, confirmed: ended.promise });
  };
  const players = {
    ...ports.players,
    watch,
    state: () => ({ connected: true, scenes: [{ id: 'full', run: null, cued: null, graphicShown }] }),
    send: (command: PlayerCommand) => send('texts' in command ? command.texts : null),
  };
  const record: RecordCommand = ({ station }, _command, update) => {
    stations.push(station);
    return update();
  };
  const all = graphics({ ...ports, players, log, record });
  const set = (value: string): void => {
    ports.studio.change((runtime) => E.right({ ...runtime, variables: { ...runtime.variables, 'var-1': value } }));
  };
  const report = (shown: boolean): void => {
    graphicShown = shown;
    notify('out-1');
  };
  /** Ends a command: the newest one, or that at a place from 0. */
  const end = async (result: CommandResult, at = pending.length - 1): Promise<void> => {
    pending[at]?.resolve(result);
    await settle(clock);
  };
  const hold = (holder: string): void => {
    ports.studio.change((runtime) => E.right({ ...runtime, holder }));
  };
  return { all, clock, sent, stations, logged, set, hold, report, end };
};

const done = E.right(undefined);
const failed = E.left(failure('device_error', 'refused'));

/** A graphic that is on air with the texts of alpha. */
const onAir = async () => {
  const opened = bench();
  opened.all.show(place, 'alpha');
  opened.report(true);
  await opened.end(done);
  opened.sent.length = 0;
  return opened;
};

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

it('a show has the newest texts, so that no update of them follows while it is pending', async () => {
  const { all, clock, sent, set } = await onAir();
  set('Flood');
  all.show(place, 'alpha');
  await clock.advance(100);
  expect(sent).toEqual(['Flood']);
});

it('a show that a newer one has replaced leaves its texts to that one', async () => {
  const { all, end, set } = await onAir();
  set('Flood');
  all.show(place, 'alpha');
  set('Storm');
  all.show(place, 'alpha');
  await end(done, 1);
  expect(all.record(place)).toMatchObject({ fields: { headline: 'Good morning' } });
  await end(done, 2);
  expect(all.record(place)).toMatchObject({ fields: { headline: 'Storm' } });
});

it('a graphic that is hidden while its show is pending forgets its station once it is gone', async () => {
  const { all, report } = await onAir();
  all.show(place, 'alpha');
  all.hide(place);
  report(false);
  report(true);
  expect(all.record(place)).toMatchObject({ shown: true, station: null, fields: {} });
});

it('the end of a hide sends no texts while a newer one is pending', async () => {
  const { all, clock, end, sent, set } = await onAir();
  all.hide(place);
  all.hide(place);
  set('Flood');
  await end(failed, 1);
  await clock.advance(100);
  expect(sent).toEqual([null, null]);
  await end(failed, 2);
  await clock.advance(20);
  expect(sent).toEqual([null, null, 'Flood']);
});

it('texts that were due when a graphic was hidden are not sent to another one, and later ones are', async () => {
  const { all, clock, end, report, sent, set } = await onAir();
  set('Flood');
  report(false);
  report(true);
  await clock.advance(100);
  expect(sent).toEqual([]);
  all.show(place, 'alpha');
  await end(done);
  set('Storm');
  await clock.advance(20);
  expect(sent).toEqual(['Flood', 'Storm']);
});

it('a graphic that somebody else has shown gets no texts by itself', async () => {
  const { clock, report, sent } = bench();
  report(true);
  await clock.advance(1_000);
  expect(sent).toEqual([]);
});

it('an update is sent for the station that has shown the graphic, whoever holds the studio', async () => {
  const { clock, hold, set, sent, stations } = await onAir();
  hold('bravo');
  set('Flood');
  await clock.advance(20);
  expect([sent, stations]).toEqual([['Flood'], ['alpha']]);
});

it('an update that fails once its graphic is gone leaves no error and no line in the log', async () => {
  const { all, clock, end, logged, report, set } = await onAir();
  set('Flood');
  await clock.advance(20);
  report(false);
  await end(failed);
  report(true);
  expect([all.record(place)?.error, logged]).toEqual([null, []]);
});

it('a show that fails is reported, because the graphic of before is on air again', async () => {
  const { all, end } = await onAir();
  all.show(place, 'bravo');
  const stations: unknown[] = [];
  all.watch(() => stations.push(all.record(place)?.station));
  await end(failed);
  expect(stations).toEqual(['alpha']);
});
