// Reads the text format of Prometheus, strictly.

/** One value of a metric. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** One metric with all its samples. */
export interface MetricFamily {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly samples: readonly Sample[];
}

const sampleForm = /^([a-z_][a-z0-9_]*)(?:\{(.*)\})? (\S+)$/;

const readSample = (line: string): Sample => {
  const [, name, labels = '', value] = sampleForm.exec(line) ?? [];
  if (name === undefined || value === undefined) throw new Error(`not a sample: ${line}`);
  const pairs = [...labels.matchAll(/([a-z_][a-z0-9_]*)="([^"\\]*)"/g)].map(([, label, text]) => [label, text]);
  return { name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) };
};

const readFamily = (block: string): MetricFamily => {
  const [help = '', type = '', ...lines] = block.split('\n').filter((line) => line !== '');
  const [, name = '', text = ''] = /^# HELP (\S+) (.+)$/.exec(help) ?? [];
  const [, typedName, kind = ''] = /^# TYPE (\S+) (\S+)$/.exec(type) ?? [];
  if (name === '' || typedName !== name)
    throw new Error(`expected HELP and TYPE of one metric, got ${help} and ${type}`);
  return { name, help: text, type: kind, samples: lines.map(readSample) };
};

/** Parses an exposition. Throws for a metric without HELP and TYPE, and for a line of another form. */
export const readExposition = (text: string): readonly MetricFamily[] => text.split(/^(?=# HELP )/m).map(readFamily);
