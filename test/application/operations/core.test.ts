// What calls act on: the record, the scene and the station that they name, in any letters' case.
import * as E from 'fp-ts/lib/Either.js';
import { beforeEach, expect, it } from 'vitest';
import type { CallContext, DecidedChange, Operation } from '../../../application/api/operation.js';
import { withSuggestion } from '../../../application/api/suggestion.js';
import { graphics } from '../../../application/commands/graphics.js';
import type { DecidedAction } from '../../../application/ports/decided-commands.js';
import {
  decideOnScene,
  decideStart,
  needsCuedClip,
  type ClipReference,
} from '../../../application/commands/decisions.js';
import { coreOperations } from '../../../application/operations/core.js';
import { cueOperations } from '../../../application/operations/cue-and-take.js';
import { outputOperations } from '../../../application/operations/outputs.js';
import { stationOperations } from '../../../application/operations/station.js';
import { variableOperations } from '../../../application/operations/variables.js';
import { watchCameraTallies } from '../../../application/tally/tallies.js';
import type { Caller } from '../../../domain/access/caller.js';
import type { Feature } from '../../../domain/feature.js';
import { clipSelection } from '../../simulator/bench.js';
import { configuration, panel, rightOf } from '../../domain/fixtures.js';
import { promptMs, stepBench, type StepBench } from '../demo-bench.js';
import { commandTo } from '../../support/commands.js';

const operations = [
  ...coreOperations,
  ...cueOperations,
  ...outputOperations,
  ...stationOperations,
  ...variableOperations,
] as readonly unknown[] as readonly Operation<unknown>[];

const valuesOf = (named: Readonly<Record<string, string>>) =>
  new Map(Object.entries(named).map(([name, value]) => [name, [value]]));

const device = (changes: Partial<typeof panel>): Caller => ({ kind: 'device', device: { ...panel, ...changes } });

let bench: StepBench;
beforeEach(() => {
  bench = stepBench();
});

const access = { current: () => ({ configuration: configuration() }) as never };

/** Calls an operation with the values that its path and its query name. */
const call = (
  name: string,
  named: Readonly<Record<string, string>>,
  context: Partial<CallContext> = {},
): E.Either<{ readonly code: string }, unknown> => {
  const { ports, log, alarms } = bench;
  const about = { version: '1', startedAtMs: 0, cloudConnected: () => true, simulated: true };
  const services = { ...ports, graphics: graphics({ ...ports, log }), access, alarms, about };
  const operation = operations.find((one) => one.name === name);
  const prepared = operation?.prepare({ path: valuesOf(named), query: valuesOf(named) });
  if (prepared === undefined) throw new Error(`there is no operation ${name}`);
  return rightOf(prepared).run(services, { station: null, ...context } as CallContext);
};

/** Changes what an action has decided. */
const perform = (decision: E.Either<unknown, unknown>): void => {
  if (E.isRight(decision)) bench.ports.studio.change((decision.right as DecidedChange).change);
};

const hold = (holder: string): void => {
  bench.ports.studio.change((runtime) => E.right({ ...runtime, holder }));
};

it('what remains is that of the scene that is named, not of another one of the output', async () => {
  bench.ports.players.send(commandTo.play('out-2', 'left', clipSelection('news', 'opener')));
  await bench.clock.advance(promptMs);
  const remaining = (scene: string) => call('output.remaining', { slot: 'WALL', scene });
  expect(remaining('RIGHT')).toMatchObject({ right: { body: { value: null } } });
  expect(remaining('left')).toMatchObject({ right: { body: { value: expect.any(Number) as number } } });
});

it('a variable that is named by its name is set by its id', () => {
  hold('alpha');
  const before = Object.keys(bench.ports.studio.runtime().variables);
  perform(call('variable.set', { name: 'HEADLINE', value: 'Flood' }, { station: 'alpha' }));
  const { variables } = bench.ports.studio.runtime();
  expect([Object.keys(variables), variables['var-1']]).toEqual([before, 'Flood']);
});

it.each([
  ['alpha', true],
  ['bravo', false],
  [null, true],
])('@STATION-11: a device of the station %s may release the studio that alpha holds: %s', (station, mayRelease) => {
  hold('alpha');
  const released = call('station.release', {}, { caller: device({ station }) });
  perform(released);
  expect(E.isRight(released) ? 'released' : released.left.code).toBe(mayRelease ? 'released' : 'station_mismatch');
  expect(bench.ports.studio.runtime().holder).toBe(mayRelease ? null : 'alpha');
});

it.each(['take', 'pause', 'resume', 'seek'])('@CRASH-2: the state of a scene refuses no repetition: %s', (verb) => {
  const codeOf = (isRepetition: boolean) => {
    const answer = call(`output.${verb}`, { slot: 'main', ms: '5' }, { isRepetition });
    return E.isLeft(answer) ? answer.left.code : 'sent';
  };
  expect([codeOf(false), codeOf(true)]).toEqual(['conflict', 'sent']);
});

it('@CORE-2: the reasons of the health are those that the caller may read', () => {
  bench.alarms.raise('camera_away', 'cam-1', 'it is away');
  const reasonsFor = (...features: readonly Feature[]) => call('core.get', {}, { caller: device({ features }) });
  const core = { status: 'degraded', reasons: [{ subject: 'cam-1' }] };
  expect(reasonsFor('core')).toMatchObject({ right: { body: { core: { ...core, reasons: [] } } } });
  expect(reasonsFor('core', 'cameras')).toMatchObject({ right: { body: { core } } });
});

it('@PLAY-8: a clip belongs to its bank by the key of the studio file, however the call writes it', () => {
  const onMain = { output: 'main', scene: 'full' };
  const played = (reference: ClipReference) =>
    rightOf(decideStart('play', bench.ports, { ...onMain, ...reference })).command;
  expect(played({ clip: '1', bank: 'MUSIC' })).toMatchObject({ clip: { bank: 'music' } });
  expect(played({ clip: 'OPENER' })).toEqual(commandTo.play('out-1', 'full', clipSelection('news', 'opener')));
});

it('the state of a scene refuses nothing while its player is not connected, also with a clip on', async () => {
  const { players } = bench.ports;
  const place = { output: 'out-1', scene: 'full' };
  const taken = () =>
    decideOnScene(bench.ports, place, needsCuedClip, () => commandTo.take('out-1', 'full') as DecidedAction);
  players.send(commandTo.play('out-1', 'full', clipSelection('news', 'opener')));
  await bench.clock.advance(promptMs);
  expect(taken()).toMatchObject({ left: { code: 'conflict' } });
  bench.setFault('out-1', 'offline');
  await bench.clock.advance(promptMs);
  expect(E.isRight(taken())).toBe(true);
});

it('@ERROR-26: the nearest record is named to callers that may read it, and to no others', () => {
  const missing = bench.ports.studio.records.cameras.find('cam-11');
  const messageFor = (...features: readonly Feature[]): string => {
    const answer = withSuggestion(access, device({ features }), missing);
    return E.isLeft(answer) ? answer.left.message : '';
  };
  expect(messageFor('cameras')).toMatch(/; did you mean "cam-1"\?$/);
  expect(messageFor('signals')).toBe('there is no camera "cam-11"');
});

it('@TALLY-2: the tallies of cameras that clips show may change when the studio goes on air', () => {
  const { studio, players, signalLines } = bench.ports;
  const shown = studio.layout.cameras.filter(({ shownBy }) => shownBy !== undefined).map(({ id }) => id);
  const changed: string[] = [];
  const stop = watchCameraTallies({ studio, players, signalLines })((id) => changed.push(id));
  const setStatus = (status: 'on_air' | 'off_air'): void => {
    studio.change((runtime) => E.right({ ...runtime, status }));
  };
  setStatus('on_air');
  expect(changed).toEqual(shown);
  setStatus('off_air');
  stop();
  setStatus('on_air');
  expect(changed).toEqual([...shown, ...shown]);
});
