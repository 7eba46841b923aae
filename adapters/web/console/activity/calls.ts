// The calls that the page shows: a bounded list, in the order of their answers.
import type { ObservedCallItem, ObservedCallsItem } from '../api/contract.js';

/** A line of the list: a call, or a gap after which calls may be missing. */
export type CallLine =
  | { readonly key: number; readonly kind: 'call'; readonly call: ObservedCallItem }
  | { readonly key: number; readonly kind: 'gap' };

/** What the page knows of a studio's calls. */
export interface CallsShown {
  /** Whether the stream to the console is open. */
  readonly isOpen: boolean;
  /** Whether the service can send its calls; undefined until that is known. */
  readonly sendsCalls: boolean | undefined;
  /** Oldest first. */
  readonly lines: readonly CallLine[];
  /** How many calls were answered but are not listed, because too many came at once. */
  readonly notShown: number;
  readonly nextKey: number;
}

export const noCalls: CallsShown = { isOpen: false, sendsCalls: undefined, lines: [], notShown: 0, nextKey: 0 };

/** The list is cut to the shorter length when it reaches the longer: the browser moves lines less often. */
const lengths = { max: 1_000, cut: 500 } as const;

const bounded = (lines: readonly CallLine[]): readonly CallLine[] =>
  lines.length > lengths.max ? lines.slice(-lengths.cut) : lines;

/** Adds a batch of calls. */
export const withCalls = (shown: CallsShown, { calls, notShown }: ObservedCallsItem): CallsShown => ({
  ...shown,
  lines: bounded([
    ...shown.lines,
    ...calls.map((call, index) => ({ key: shown.nextKey + index, kind: 'call' as const, call })),
  ]),
  notShown: shown.notShown + notShown,
  nextKey: shown.nextKey + calls.length,
});

/** Marks the stream as closed, and that calls may be missing from here. */
export const withGap = (shown: CallsShown): CallsShown =>
  shown.lines.length === 0 || shown.lines.at(-1)?.kind === 'gap'
    ? { ...shown, isOpen: false }
    : {
        ...shown,
        isOpen: false,
        lines: [...shown.lines, { key: shown.nextKey, kind: 'gap' }],
        nextKey: shown.nextKey + 1,
      };

/** Returns a list without calls, of the same stream. */
export const cleared = (shown: CallsShown): CallsShown => ({ ...shown, lines: [], notShown: 0 });
