// Medians and spreads of measurements.

/** The median of some measurements, and the range of their middle half. */
export interface Spread {
  readonly median: number;
  readonly from: number;
  readonly to: number;
}

/** Returns the value below which a part (0 to 1) of the measurements is. */
export const quantile = (values: readonly number[], part: number): number => {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
};

/** Returns the median and the middle half. */
export const spreadOf = (values: readonly number[]): Spread => ({
  median: quantile(values, 0.5),
  from: quantile(values, 0.25),
  to: quantile(values, 0.75),
});

/** Returns the spread of the quotients of measurements that were made one after the other. */
export const ratioOf = (values: readonly number[], references: readonly number[]): Spread =>
  spreadOf(values.map((value, round) => value / (references[round] ?? NaN)));
