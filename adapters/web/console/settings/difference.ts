// What differs between two states of the same settings, in words.

/** One thing that differs. */
export interface Difference {
  readonly what: string;
  readonly before: string;
  readonly after: string;
}

/** What of a state is shown, by its name. */
export type DescribedDifference = ReadonlyMap<string, string>;

/** What stands where a state has no such thing. */
export const nothing = '–';

/** The differences between two states as they are told. */
export const differences = (before: DescribedDifference, after: DescribedDifference): readonly Difference[] =>
  [...new Set([...before.keys(), ...after.keys()])]
    .map((what) => ({ what, before: before.get(what) ?? nothing, after: after.get(what) ?? nothing }))
    .filter((difference) => difference.before !== difference.after);

/** On or off, in words. */
export const onOff = (isOn: boolean): string => (isOn ? 'on' : 'off');
