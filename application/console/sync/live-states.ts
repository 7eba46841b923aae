// What studios are doing, as their services send it: parsed, and forwarded to all console processes while operators watch.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { boundedLiveState, LiveEntry, LiveState } from '../../../domain/console/live-state.js';
import { decodeOrFailure, type Failure } from '../../../domain/failure.js';
import type { Forwarding, ForwardingDeps, RelayedTopic } from './watch-relay.js';

/**
 * Parses a state. Entries of kinds that this program doesn't know are counted. Tokens are redacted again: the console
 * doesn't rely on services for that.
 */
export const parseLiveState = (body: unknown): E.Either<Failure, LiveState> =>
  pipe(
    decodeOrFailure(LiveState, body),
    E.map((state) => {
      const entries = state.entries.filter(LiveEntry.is);
      const notShown = state.notShown + state.entries.length - entries.length;
      return boundedLiveState({ ...state, entries, notShown });
    }),
  );

/** How often a studio's state is forwarded at most, in milliseconds: services collect changes for as long. */
const windowMs = 250;

/** The newest state that came since the window began, if any. */
interface Window {
  newest: LiveState | undefined;
}

/** Returns a forwarding that sends the newest state of a studio once in each window (LIVE-2). */
export const stateForwarding = ({ messages, clock, isWatched }: ForwardingDeps): Forwarding<LiveState> => {
  const windows = new Map<string, Window>();

  const send = async (studioId: string, state: LiveState): Promise<void> => {
    const window: Window = { newest: undefined };
    windows.set(studioId, window);
    const sent = messages.send({ kind: 'state', studioId, state });
    clock.after(windowMs, () => {
      windows.delete(studioId);
      if (window.newest !== undefined && isWatched(studioId)) void send(studioId, window.newest);
    });
    await sent;
  };

  return async (studioId, state) => {
    if (!isWatched(studioId)) return;
    const window = windows.get(studioId);
    if (window === undefined) await send(studioId, state);
    else window.newest = state;
  };
};

/** What studios are doing, as operators watch it. */
export const relayedStates: RelayedTopic<LiveState> = {
  topic: 'state',
  forwarding: stateForwarding,
  dataOf: (message) => (message.kind === 'state' ? message.state : undefined),
};
