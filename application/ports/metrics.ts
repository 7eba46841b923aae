// The port of the service's metrics, and the codec of one metric.
import * as t from 'io-ts';
import { described, oneOf } from '../../domain/codec/codec.js';

const Sample = t.readonly(
  t.type({
    name: described(t.string, { description: "The metric's name; of a histogram, that of one of its series" }),
    labels: t.readonly(t.record(t.string, t.string)),
    value: t.number,
  }),
);

/** One metric, by the conventions of Prometheus: base units, and names that end in the unit. */
export const Metric = described(
  t.readonly(
    t.type({
      name: t.string,
      help: described(t.string, { description: 'What it measures, for people' }),
      type: oneOf('counter', 'gauge', 'histogram', 'summary'),
      samples: t.readonlyArray(Sample),
    }),
    'Metric',
  ),
  {
    description: 'A metric of the service, named as in Prometheus',
    examples: [
      {
        name: 'studio_control_calls_total',
        help: 'Answered calls by status class',
        type: 'counter',
        samples: [{ name: 'studio_control_calls_total', labels: { status: '2xx' }, value: 12 }],
      },
    ],
  },
);
export type Metric = t.TypeOf<typeof Metric>;

/** The values of all metrics at one time: as records, and in the text format of Prometheus. */
export interface MetricsSnapshot {
  readonly metrics: readonly Metric[];
  readonly text: string;
}

/** Counts, and returns the counts. */
export interface Metrics {
  /** Counts a call that was answered with this HTTP status, and with this error code; null for none. */
  readonly countCall: (status: number, error: string | null) => void;
  readonly collect: () => Promise<MetricsSnapshot>;
}
