// Splits batches of calls that are too long for one message.
import type { ObservedCall, ObservedCalls } from '../../../domain/access/observed-call.js';

/** The octets of a message besides its calls. */
const overhead = 512;

const lengthOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length + 1;

/** Returns the calls in batches of at most `maxLength` octets of JSON. A call that is longer alone is counted. */
export const batchesWithin = ({ calls, notShown }: ObservedCalls, maxLength: number): readonly ObservedCalls[] => {
  if (maxLength === Infinity) return [{ calls, notShown }];
  const batches: ObservedCall[][] = [[]];
  let length = overhead;
  let tooLong = 0;
  for (const call of calls) {
    const added = lengthOf(call);
    if (added + overhead > maxLength) {
      tooLong += 1;
      continue;
    }
    if (length + added > maxLength) {
      batches.push([]);
      length = overhead;
    }
    batches.at(-1)?.push(call);
    length += added;
  }
  return batches.map((batch, index) => ({ calls: batch, notShown: index === 0 ? notShown + tooLong : 0 }));
};
