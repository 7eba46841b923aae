// What a scenario needs that the kit was not given: the scenario is not tested, instead of failing.

const mark = 'NotTestable: ';

/** Ends a scenario. `need` completes the sentence "needs …". */
export class NotTestable extends Error {
  override readonly name = 'NotTestable';

  constructor(readonly need: string) {
    super(need);
  }
}

/** Throws a {@link NotTestable}. */
export const needs = (need: string): never => {
  throw new NotTestable(need);
};

/** Returns the need in the text of an error that cucumber reports; undefined if the error is another. */
export const needIn = (text: string): string | undefined => {
  const [, need] = text.split('\n', 1)[0]?.split(mark) ?? [];
  return need;
};

/** Returns the text of the error for a scenario that was left out. */
export const notTested = (need: string): string => `${mark}${need}`;
