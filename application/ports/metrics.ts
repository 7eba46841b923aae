// Figures of the running service, for whoever watches over it.
import * as t from 'io-ts';
import { described, oneOf } from '../../domain/codec/codec.js';

const Sample = t.readonly(
  t.type({
    name: described(t.string, { description: "The metric's name; of a histogram, that of one of its series" }),
    labels: t.readonly(t.record(t.string, t.string)),
    value: t.number,
  }),
);

/** One figure, by the conventions of Prometheus: base units, and names that end in the unit. */
export const Metric = described(
  t.readonly(
    t.type({
      name: t.string,
      help: described(t.string, { description: 'What it tells, for people' }),
      type: oneOf('counter', 'gauge', 'histogram', 'summary'),
      samples: t.readonlyArray(Sample),
    }),
    'Metric',
  ),
  {
    description: 'A figure of the service, named as Prometheus has it',
    examples: [
      {
        name: 'studio_control_calls_total',
        help: 'Calls that were answered, by the class of their status',
        type: 'counter',
        samples: [{ name: 'studio_control_calls_total', labels: { status: '2xx' }, value: 12 }],
      },
    ],
  },
);
export type Metric = t.TypeOf<typeof Metric>;

/** All figures as they are now: as records, and in the text form of Prometheus. */
export interface MetricsSnapshot {
  readonly metrics: readonly Metric[];
  readonly text: string;
}

/** Counts, and tells what it has counted. */
export interface Metrics {
  /** A call was answered with this status. */
  readonly countCall: (status: number) => void;
  readonly collect: () => Promise<MetricsSnapshot>;
}
