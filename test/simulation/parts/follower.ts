// Follows the events of the service as a client does that holds the state: it applies each event to what it knows, and
// connects again when the stream ends.
import type { IncomingMessage } from 'node:http';
import { createParser } from 'eventsource-parser';
import type { Clock } from '../../../application/ports/clock.js';
import { openRequest } from '../machine/http-client.js';
import type { Link } from '../machine/network.js';
import { applyEvent, type KnownState } from './known-state.js';

export interface FollowerDeps {
  readonly toService: Link;
  readonly clock: Clock;
  readonly address: string;
}

/** A follower. */
export interface Follower {
  readonly known: () => KnownState;
  readonly isOpen: () => boolean;
  readonly stop: () => void;
}

const reconnectAfterMs = 1_000;

/** Starts to follow. */
export const followEvents = ({ toService, clock, address }: FollowerDeps): Follower => {
  let known: KnownState = {};
  let lastEventId: string | undefined;
  let isOpen = false;
  const ended = new AbortController();

  const read = async (response: IncomingMessage): Promise<void> => {
    const parser = createParser({
      onEvent: ({ id, event, data }) => {
        lastEventId = id ?? lastEventId;
        known = applyEvent(known, event ?? '', JSON.parse(data) as KnownState);
      },
    });
    for await (const chunk of response.setEncoding('utf8')) parser.feed(chunk as string);
  };

  const follow = async (): Promise<void> => {
    const headers = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
    const path = '/api/v2/events?records=state';
    const sent = { method: 'GET', path, headers, signal: ended.signal };
    const response = await openRequest(toService.connect(address), sent);
    isOpen = response.statusCode === 200;
    await read(response);
  };

  const run = (): void => {
    if (ended.signal.aborted) return;
    const again = (): void => {
      isOpen = false;
      clock.after(reconnectAfterMs, run);
    };
    follow().then(again, again);
  };

  run();
  return {
    known: () => known,
    isOpen: () => isOpen,
    stop: () => {
      ended.abort();
    },
  };
};
