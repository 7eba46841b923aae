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
import type { SendResult } from '../ports/commands.js';
import { currentSignal } from '../state/current-records.js';
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
  send: (lines: PulsedSignalLines, id: string, input: Values<Query>) => SendResult,
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
        E.Do,
        E.bind('found', () => ports.studio.records.signals.find(input.id)),
        E.bind('sent', ({ found }) => send(ports.signalLines, found.id, input)),
        E.map(({ found, sent }) => ({ sent, result: () => ({ signal: currentSignal(ports)(found) }) })),
      ),
  });

export const signalOperations = [
  signals,
  signal,
  switchOperation('on', 'Switch a signal on', (lines, signal) => lines.send({ do: 'switch', signal, on: true })),
  switchOperation('off', 'Switch a signal off', (lines, signal) => lines.send({ do: 'switch', signal, on: false })),
  switchOperation('toggle', 'Switch a signal to its other value', (lines, id) => lines.toggle(id)),
  switchOperation(
    'pulse',
    'Switch a signal on, and off again after a while',
    (lines, id, { ms = defaultPulseMs }) => lines.pulse(id, ms),
    { ms: pulseMs },
  ),
];
