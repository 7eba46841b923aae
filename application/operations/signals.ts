// Signals: read one or all of them, and switch them.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import { Signal, type SignalDefinition } from '../../domain/studio/signal.js';
import { control } from '../control.js';
import { someText } from '../parameters.js';
import type { SignalLines, StudioState } from '../ports.js';
import { read } from '../read.js';

interface Ports {
  readonly studio: StudioState;
  readonly signalLines: SignalLines;
}

const current =
  ({ signalLines }: Ports) =>
  ({ id, identifier, name }: SignalDefinition): Signal => ({ id, identifier, name, value: signalLines.value(id) });

export const signals = read({
  name: 'signal.list',
  summary: 'All signals of the studio with their values',
  feature: 'signals',
  path: '/signals',
  result: { signals: t.readonlyArray(Signal) },
  plain: (body) => String(body.signals.length),
  run: (ports: Ports) => E.right({ signals: ports.studio.records.signals.all.map(current(ports)) }),
});

export const signal = read({
  name: 'signal.get',
  summary: 'One signal',
  feature: 'signals',
  path: '/signals/:id',
  params: { id: someText },
  result: { signal: Signal },
  plain: (body) => (body.signal.value ? '1' : '0'),
  run: (ports: Ports, { id }) =>
    pipe(
      ports.studio.records.signals.find(id),
      E.map((found) => ({ signal: current(ports)(found) })),
    ),
});

const switching = (verb: 'on' | 'off') =>
  control({
    name: `signal.${verb}`,
    summary: `Switch a signal ${verb}`,
    feature: 'signals',
    path: `/signals/:id/${verb}`,
    params: { id: someText },
    result: { signal: Signal },
    run: (ports: Ports, { id }) =>
      pipe(
        E.Do,
        E.bind('found', () => ports.studio.records.signals.find(id)),
        E.bind('sent', ({ found }) => ports.signalLines.switch(found.id, verb === 'on')),
        E.map(({ found, sent }) => ({ sent, result: () => ({ signal: current(ports)(found) }) })),
      ),
  });

export const signalOn = switching('on');
export const signalOff = switching('off');

export const signalOperations = [signals, signal, signalOn, signalOff];
