// Keeps operators with an open page up to date about changes at any console process.
import { logFailures } from '../sync/configuration-publisher.js';
import { coalesce } from './coalesce.js';
import {
  affectedStudios,
  firstMessages,
  haveRolesChanged,
  isFor,
  mayEndSessions,
  operatorMessages,
  outdatedStudios,
  removedMessages,
  roleMessages,
  sectionMessages,
  studioMessages,
  type FeedMessage,
  type LastSent,
} from './feed-messages.js';
import type { OperatorRoles } from '../../../domain/console/operator.js';
import type { ConsoleServices } from '../console-services.js';
import type { ChangeEvent } from '../../ports/console-store.js';

/** A listener of the change feed. */
export interface FeedSubscriber {
  readonly send: (message: FeedMessage) => void;
  /** Whether the stream begins with all studios in one message. A page reads ten thousand messages more slowly. */
  readonly studiosTogether?: boolean;
  /** Returns the operator with the present roles, undefined if no longer signed in. Rejects when the store fails. */
  readonly currentOperator: () => Promise<OperatorRoles | undefined>;
  /** Ends the stream, as the operator is no longer signed in, or the studios could not be read. */
  readonly end: () => void;
}

/** Sends changes to its subscribers. */
export interface ChangeFeed {
  /** Sends the studios that an operator may see, and then every change, until the returned function is called. */
  readonly subscribe: (subscriber: FeedSubscriber, operator: OperatorRoles) => () => void;
  readonly endAll: () => void;
}

/** An item of work: a change, or a subscriber that waits for its first messages. */
type Item = ChangeEvent | { readonly subscriber: FeedSubscriber };

type NewSubscriber = Exclude<Item, ChangeEvent>;

const isNewSubscriber = (item: Item): item is NewSubscriber => typeof item === 'object' && 'subscriber' in item;

/** The subscribers, and what was sent to them. */
const subscriberList = () => {
  /** Their operators, with the roles that decide what they are sent. */
  const all = new Map<FeedSubscriber, OperatorRoles>();
  /** Those that have been sent all studios; only they are sent changes. */
  const active = new Set<FeedSubscriber>();
  const lastSent: LastSent = new Map();
  /** The console's newest history entry at the last check for missed changes. */
  const newest: { historyId: number | undefined } = { historyId: undefined };

  const send = (subscriber: FeedSubscriber, messages: readonly FeedMessage[]): void => {
    const operator = all.get(subscriber);
    if (operator === undefined) return;
    for (const message of messages) if (isFor(operator, message)) subscriber.send(message);
  };

  return {
    all,
    lastSent,
    newest,
    broadcast: (messages: readonly FeedMessage[]): void => {
      for (const subscriber of active) send(subscriber, messages);
    },
    activate: (subscriber: FeedSubscriber): void => {
      const operator = all.get(subscriber);
      if (operator === undefined) return;
      send(subscriber, firstMessages(lastSent, operator, subscriber.studiosTogether ?? false));
      active.add(subscriber);
    },
    isActive: (subscriber: FeedSubscriber): boolean => active.has(subscriber),
    unsubscribe: (subscriber: FeedSubscriber): void => {
      all.delete(subscriber);
      active.delete(subscriber);
      if (all.size > 0) return;
      lastSent.clear();
      newest.historyId = undefined;
    },
  };
};

type SubscriberList = ReturnType<typeof subscriberList>;

/** Applies changed roles; ends the stream if the operator is no longer signed in. Keeps it while the store fails. */
const recheck = async ({ all, lastSent, isActive }: SubscriberList, subscriber: FeedSubscriber): Promise<void> => {
  const before = all.get(subscriber);
  const operator = await subscriber.currentOperator().catch(() => before);
  if (operator === undefined) {
    subscriber.end();
    return;
  }
  if (before === undefined || !all.has(subscriber) || !haveRolesChanged(before, operator)) return;
  all.set(subscriber, operator);
  if (isActive(subscriber)) for (const message of roleMessages(lastSent, before, operator)) subscriber.send(message);
};
type Store = Pick<ConsoleServices['store'], 'syncStatuses' | 'statusStamps' | 'history'>;
type FeedPorts = Pick<ConsoleServices, 'store' | 'clock' | 'log'>;

/** Returns a message if operators were changed since the last check: every such change adds a history entry. */
const checkOperators = async ({ newest }: SubscriberList, store: Store): Promise<readonly FeedMessage[]> => {
  const [entry] = await store.history(null, { limit: 1 });
  const before = newest.historyId;
  newest.historyId = entry?.id ?? 0;
  return operatorMessages(before, newest.historyId);
};

/** Which studios are read again, and which of the others exist. */
interface Selected {
  readonly ids: readonly string[];
  readonly stamps: ReadonlyMap<string, string>;
  /** Those that may have been removed. */
  readonly checked: readonly string[];
}

/** Selects the studios of events; of all studios those whose stamps have changed, if `all` is set. */
const selectStudios = async (
  { lastSent }: SubscriberList,
  store: Store,
  events: readonly ChangeEvent[],
  all: boolean,
): Promise<Selected> => {
  const affected = all ? undefined : affectedStudios(events);
  if (affected !== undefined) return { ids: affected, stamps: new Map(), checked: affected };
  const stamps = await store.statusStamps();
  return { ids: outdatedStudios(lastSent, stamps), stamps, checked: [...lastSent.keys()] };
};

/** Reads what has changed, and broadcasts it; checks all studios if `all` is set. */
const refresh = async (
  subscribers: SubscriberList,
  { store, clock }: FeedPorts,
  events: readonly ChangeEvent[],
  all: boolean,
): Promise<void> => {
  const { lastSent, newest, broadcast } = subscribers;
  const { ids, stamps, checked } = await selectStudios(subscribers, store, events, all);
  const mayHaveMissed = events.includes('unknown');
  const operators = mayHaveMissed || newest.historyId === undefined ? await checkOperators(subscribers, store) : [];
  const found = await store.syncStatuses(ids);
  const now = clock.now();
  const existing = new Set([...stamps.keys(), ...found.map(({ studio }) => studio.id)]);
  broadcast([
    ...found.flatMap((status) =>
      studioMessages(lastSent, { status, stamp: stamps.get(status.studio.id), mayHaveMissed, now }),
    ),
    ...removedMessages(lastSent, checked, existing),
    ...sectionMessages(events),
    ...operators,
  ]);
};

/** Creates the change feed, which works while its store is open. Nothing is read without subscribers. */
export const changeFeed = (ports: FeedPorts): ChangeFeed => {
  const subscribers = subscriberList();
  const { all, activate, unsubscribe } = subscribers;

  const processBatch = async (batch: readonly Item[]): Promise<void> => {
    const added = batch.filter(isNewSubscriber).map(({ subscriber }) => subscriber);
    const events = batch.filter((item): item is ChangeEvent => !isNewSubscriber(item));
    // What follows is sent by the present roles, also to subscribers whose roles changed before they were added.
    const outdated = events.some(mayEndSessions) ? [...all.keys()] : added;
    await Promise.all(outdated.map((subscriber) => recheck(subscribers, subscriber)));
    try {
      await refresh(subscribers, ports, events, added.length > 0);
      for (const subscriber of added) activate(subscriber);
    } catch (error) {
      for (const subscriber of added) subscriber.end();
      throw error;
    }
  };

  const enqueue = coalesce<Item>(logFailures(ports, 'operators could not be notified of changes', processBatch));
  ports.store.watch((event) => {
    if (all.size > 0) enqueue(event);
  });

  return {
    subscribe: (subscriber, operator) => {
      all.set(subscriber, operator);
      enqueue({ subscriber });
      return () => {
        unsubscribe(subscriber);
      };
    },
    endAll: () => {
      for (const subscriber of [...all.keys()]) subscriber.end();
    },
  };
};
