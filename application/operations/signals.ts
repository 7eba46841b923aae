// Signals: reads, on, off, toggle and pulse.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import { described } from '../../domain/codec/codec.js';
import { defaultPulseMs, Signal } from '../../domain/studio/signal.js';
import { control } from '../api/control.js';
import type { None } from '../api/declare.js';
import { optional, someText, wholeNumber, type Codecs, type Values } from '../api/parameters.js';
import { optionalBooleanForm } from '../api/plain-forms.js';
import type { DecidedAction } from '../ports/decided-commands.js';
import { decideOnSignal } from '../commands/decisions.js';
import { currentSignal } from '../events/current-records.js';
import type { StudioState } from '../state/studio-state.js';
import type { PulsedSignalLines } from '../commands/pulses.js';
import { read } from '../api/read.js';

interface Ports {
  readonly studio: StudioState;
  readonly signalLines: PulsedSignalLines;
}

const signalReference = described(someText, {
  description: 'Signal id or identifier, in any letters’ case',
  examples: ['red-light'],
});

const signals = read({
  name: 'signal.list',
  summary: 'All signals of the studio with their values',
  feature: 'signals',
  path: '/signals',
  result: { signals: t.readonlyArray(Signal) },
  plain: (body) => String(body.signals.length),
  run: (ports: Ports) => E.right({ signals: ports.studio.records.signals.all.map(currentSignal(ports)) }),
});

const signal = read({
  name: 'signal.get',
  summary: 'One signal',
  feature: 'signals',
  path: '/signals/:id',
  params: { id: signalReference },
  result: { signal: Signal },
  plain: ({ signal: { value } }) => (value === null ? '' : String(Number(value))),
  plainForm: optionalBooleanForm('while it is on', 'while its value is unknown'),
  run: (ports: Ports, { id }) =>
    pipe(
      ports.studio.records.signals.find(id),
      E.map((found) => ({ signal: currentSignal(ports)(found) })),
    ),
});

const PulseMs = wholeNumber(50, 10_000, 'milliseconds');
const pulseMs = described(optional(PulseMs), {
  description: 'How long it stays on, in milliseconds',
  default: defaultPulseMs,
});

const switchOperation = <Query extends Codecs = None>(
  verb: string,
  summary: string,
  commandFor: (signal: string, input: Values<Query>) => DecidedAction,
  query?: Query,
) =>
  control({
    name: `signal.${verb}`,
    summary,
    feature: 'signals',
    path: `/signals/:id/${verb}`,
    params: { id: signalReference },
    ...(query === undefined ? {} : { query }),
    result: { signal: Signal },
    run: (ports: Ports, input) =>
      pipe(
        decideOnSignal(ports, input.id, (signal) => commandFor(signal, input)),
        E.map(({ record, command }) => ({
          commands: [command],
          result: () => ({ signal: currentSignal(ports)(record) }),
        })),
      ),
  });

export const signalOperations = [
  signals,
  signal,
  switchOperation('on', 'Switch a signal on', (signal) => ({ do: 'switch', signal, on: true })),
  switchOperation('off', 'Switch a signal off', (signal) => ({ do: 'switch', signal, on: false })),
  switchOperation('toggle', 'Switch a signal to its other value', (signal) => ({ do: 'toggle', signal })),
  switchOperation(
    'pulse',
    'Switch a signal on, and off again after a while',
    (signal, { ms = defaultPulseMs }) => ({ do: 'pulse', signal, ms }),
    { ms: pulseMs },
  ),
];
