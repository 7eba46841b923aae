// The calls that the page shows: a bounded list, in the order of their answers.
import { plural, t } from '@lingui/core/macro';
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
  /** When the service began to send, on the browser's clock; null until it does. */
  readonly liveSinceMs: number | null;
  /** When something was received last. */
  readonly receivedAtMs: number | null;
  /** How many of the calls before were read; null if they could not be read, undefined until that is known. */
  readonly earlier: number | null | undefined;
  /** The time of the newest call that was cleared. */
  readonly clearedTo: number;
}

export const noCalls: CallsShown = {
  ...{ isOpen: false, sends: undefined, lines: [], notShown: 0, cut: 0, nextKey: 0 },
  ...{ liveSinceMs: null, receivedAtMs: null, earlier: undefined, clearedTo: -Infinity },
};

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

const numbered = (calls: readonly ObservedCallItem[], firstKey: number): readonly CallLine[] =>
  calls.map((call, index) => ({ key: firstKey + index, kind: 'call', call }));

/** Whether a batch shows that the service begins to send. */
export const isBeginning = ({ calls, notShown }: ObservedCallsItem): boolean => calls.length + notShown === 0;

/** Adds a batch of calls. An empty one shows that the service has begun again: it had stopped, so calls may be missing. */
export const withCalls = (shown: CallsShown, { calls, notShown }: ObservedCallsItem): CallsShown =>
  isBeginning({ calls, notShown })
    ? gap(shown)
    : bounded({
        ...shown,
        lines: [...shown.lines, ...numbered(calls, shown.nextKey)],
        notShown: shown.notShown + notShown,
        nextKey: shown.nextKey + calls.length,
      });

/** Removes the calls that a list has, each once, and returns the others and how many it had. */
const withoutListed = (calls: readonly ObservedCallItem[], lines: readonly CallLine[]) => {
  const counts = new Map<string, number>();
  for (const line of lines)
    if (line.kind === 'call') {
      const text = JSON.stringify(line.call);
      counts.set(text, (counts.get(text) ?? 0) + 1);
    }
  const others = calls.filter((call) => {
    const text = JSON.stringify(call);
    const count = counts.get(text) ?? 0;
    counts.set(text, count - 1);
    return count <= 0;
  });
  return { others, listed: calls.length - others.length };
};

/**
 * Adds the calls that were answered before the service began to send; it has sent some of them since. After an interruption they
 * are what may be missing there: if the list has one of them, none is.
 */
export const withEarlier = (shown: CallsShown, { calls }: Pick<ObservedCallsItem, 'calls'>): CallsShown => {
  const wanted = calls.filter(({ time }) => time > shown.clearedTo);
  const at = shown.lines.findLastIndex(({ kind }) => kind === 'gap');
  const [before, after] = [shown.lines.slice(0, Math.max(at, 0)), shown.lines.slice(at + 1)];
  const unsent = withoutListed(wanted, after);
  const missed = withoutListed(unsent.others, before);
  const kept = at >= 0 && missed.listed === 0 ? shown.lines.slice(0, at + 1) : before;
  const added = numbered(missed.others, shown.nextKey);
  return bounded({
    ...shown,
    lines: [...kept, ...added, ...after],
    nextKey: shown.nextKey + added.length,
    earlier: shown.earlier ?? missed.others.length,
  });
};

/** Marks the stream as closed, and that calls may be missing from here. */
export const withGap = (shown: CallsShown): CallsShown => gap({ ...shown, isOpen: false });

/** Returns a list without calls, of the same stream. */
export const cleared = (shown: CallsShown): CallsShown => ({
  ...shown,
  ...{ lines: [], notShown: 0, cut: 0, earlier: 0 },
  clearedTo: shown.lines.reduce(
    (newest, line) => (line.kind === 'call' ? Math.max(newest, line.call.time) : newest),
    shown.clearedTo,
  ),
});

const notShownText = (notShown: number): string =>
  plural(notShown, {
    one: '# call not shown, because too many came at once.',
    other: '# calls not shown, because too many came at once.',
  });

const cutText = (cut: number): string =>
  plural(cut, {
    one: '# earlier call is no longer listed.',
    other: '# earlier calls are no longer listed.',
  });

/** Returns why the list may not have every call; nothing if it has. */
export const missingCalls = ({ lines, notShown, cut }: CallsShown): readonly string[] => [
  ...(notShown > 0 ? [notShownText(notShown)] : []),
  ...(cut > 0 ? [cutText(cut)] : []),
  ...(lines.some(({ kind }) => kind === 'gap')
    ? [t`Calls may be missing, because the connection was interrupted.`]
    : []),
];
