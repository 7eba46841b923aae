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
  readonly sends: boolean | undefined;
  /** Oldest first. */
  readonly lines: readonly CallLine[];
  /** How many calls were answered but are not listed, because too many came at once. */
  readonly notShown: number;
  /** How many of the oldest calls are no longer listed. */
  readonly cut: number;
  readonly nextKey: number;
}

export const noCalls: CallsShown = { isOpen: false, sends: undefined, lines: [], notShown: 0, cut: 0, nextKey: 0 };

/** The list is cut to the shorter length when it reaches the longer: the browser moves lines less often. */
const lengths = { max: 1_000, cut: 500 } as const;

const countCalls = (lines: readonly CallLine[]): number => lines.filter(({ kind }) => kind === 'call').length;

/** Cuts the list if it is too long, and counts what is cut. */
const bounded = (shown: CallsShown): CallsShown =>
  shown.lines.length > lengths.max
    ? {
        ...shown,
        lines: shown.lines.slice(-lengths.cut),
        cut: shown.cut + countCalls(shown.lines.slice(0, -lengths.cut)),
      }
    : shown;

/** Marks that calls may be missing from here. */
const gap = (shown: CallsShown): CallsShown =>
  shown.lines.length === 0 || shown.lines.at(-1)?.kind === 'gap'
    ? shown
    : { ...shown, lines: [...shown.lines, { key: shown.nextKey, kind: 'gap' }], nextKey: shown.nextKey + 1 };

/** Adds a batch of calls. An empty one shows that the service has begun again: it had stopped, so calls may be missing. */
export const withCalls = (shown: CallsShown, { calls, notShown }: ObservedCallsItem): CallsShown =>
  calls.length + notShown === 0
    ? gap(shown)
    : bounded({
        ...shown,
        lines: [
          ...shown.lines,
          ...calls.map((call, index) => ({ key: shown.nextKey + index, kind: 'call' as const, call })),
        ],
        notShown: shown.notShown + notShown,
        nextKey: shown.nextKey + calls.length,
      });

/** Marks the stream as closed, and that calls may be missing from here. */
export const withGap = (shown: CallsShown): CallsShown => gap({ ...shown, isOpen: false });

/** Returns a list without calls, of the same stream. */
export const cleared = (shown: CallsShown): CallsShown => ({ ...shown, lines: [], notShown: 0, cut: 0 });

const callsText = (count: number, earlier = ''): string =>
  `${count.toLocaleString('en')} ${earlier}${count === 1 ? 'call' : 'calls'}`;

/** Returns why the list may not have every call; nothing if it has. */
export const missingCalls = ({ lines, notShown, cut }: CallsShown): readonly string[] => [
  ...(notShown > 0 ? [`${callsText(notShown)} not shown, because too many came at once.`] : []),
  ...(cut > 0 ? [`${callsText(cut, 'earlier ')} ${cut === 1 ? 'is' : 'are'} no longer listed.`] : []),
  ...(lines.some(({ kind }) => kind === 'gap')
    ? ['Calls may be missing, because the connection was interrupted.']
    : []),
];
