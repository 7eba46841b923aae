// What the page knows of what a studio is doing: the newest state, and whether it is current.
import type { LiveEntryItem, LiveStateItem } from '../api/contract.js';

/** A state as it was received. Its times are those of the page. */
export interface ReceivedState {
  readonly state: LiveStateItem;
  /** Milliseconds by the page's monotonic clock. */
  readonly receivedAtMs: number;
  /** ISO-8601, for "last seen". */
  readonly time: string;
}

/** What the page knows. */
export interface LiveShown {
  /** Whether the stream to the console is open. */
  readonly isOpen: boolean;
  /** Whether the service can send its state; undefined until that is known. */
  readonly sends: boolean | undefined;
  /** The newest state. */
  readonly last: ReceivedState | undefined;
  /** Whether no interruption came after it. */
  readonly isUninterrupted: boolean;
}

export const nothingLive: LiveShown = { isOpen: false, sends: undefined, last: undefined, isUninterrupted: false };

/** Marks that the stream was interrupted: what was received is of the past. */
export const interrupted = (shown: LiveShown): LiveShown => ({ ...shown, isOpen: false, isUninterrupted: false });

/** The longest time without a state, in milliseconds. A service sends it again every 10 s. */
export const silenceMs = 25_000;

/** Returns the state, unless it is of the past. */
export const currentState = ({ last, isOpen, isUninterrupted }: LiveShown, nowMs: number): ReceivedState | undefined =>
  isOpen && isUninterrupted && last !== undefined && nowMs - last.receivedAtMs < silenceMs ? last : undefined;

/** Returns the entries of one kind. */
export const entriesOf = <Kind extends LiveEntryItem['kind']>(
  { entries }: LiveStateItem,
  kind: Kind,
): readonly Extract<LiveEntryItem, { readonly kind: Kind }>[] =>
  entries.filter((entry): entry is Extract<LiveEntryItem, { readonly kind: Kind }> => entry.kind === kind);

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** Returns a duration as `1:02:03` or `2:03`, in seconds that are rounded up. */
export const countdownText = (ms: number): string => {
  const seconds = Math.ceil(Math.max(0, ms) / 1_000);
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const rest = twoDigits(seconds % 60);
  return hours > 0 ? `${String(hours)}:${twoDigits(minutes)}:${rest}` : `${String(minutes)}:${rest}`;
};
