// Tells operators who watch what happens at the console, at this process and at every other.
import { logFailures } from '../sync/configuration-publisher.js';
import { coalesce } from './coalesce.js';
import {
  affected,
  concernsSessions,
  operatorMessages,
  removedMessages,
  sectionMessages,
  studioMessages,
  type FeedMessage,
  type LastSent,
} from './feed-messages.js';
import type { ConsoleServices } from '../console-services.js';
import type { ChangeEvent } from '../../ports/console-store.js';

/** Somebody who watches. */
export interface FeedSubscriber {
  readonly send: (news: FeedMessage) => void;
  /** Whoever it is may not be signed in any more. */
  readonly recheck: () => void;
  /** Nothing can be told. */
  readonly end: () => void;
}

/** Tells spectators. */
export interface ChangeFeed {
  /** Tells of all studios, and then of everything that changes, until the returned function is called. */
  readonly subscribe: (spectator: FeedSubscriber) => () => void;
  readonly endAll: () => void;
}

/** What is on the desk: something that happened, or a spectator who has just come. */
type Item = ChangeEvent | { readonly arrived: FeedSubscriber };

type Arrival = Exclude<Item, ChangeEvent>;

const isArrival = (item: Item): item is Arrival => typeof item === 'object' && 'arrived' in item;

/** Who watches, and what they have been told. */
const audience = () => {
  /** Everybody who has come and not left; who has been told of all studios is told what is new. */
  const present = new Set<FeedSubscriber>();
  const informed = new Set<FeedSubscriber>();
  const told: LastSent = new Map();
  /** The console's newest note, when it was looked for missed changes last. */
  const seen: { note: number | undefined } = { note: undefined };
  return {
    present,
    told,
    seen,
    spread: (news: readonly FeedMessage[]): void => {
      for (const spectator of informed) for (const piece of news) spectator.send(piece);
    },
    welcome: (spectator: FeedSubscriber): void => {
      if (!present.has(spectator)) return;
      for (const { shown } of told.values()) spectator.send({ event: 'studio', data: shown });
      informed.add(spectator);
    },
    part: (spectator: FeedSubscriber): void => {
      present.delete(spectator);
      informed.delete(spectator);
      if (present.size > 0) return;
      told.clear();
      seen.note = undefined;
    },
  };
};

type Audience = ReturnType<typeof audience>;
type Store = Pick<ConsoleServices['store'], 'syncStatuses' | 'history'>;

/** Whether operators were changed: everything that is done to them leaves a note. */
const lookAtOperators = async ({ seen }: Audience, store: Store): Promise<readonly FeedMessage[]> => {
  const [newest] = await store.history(null, { limit: 1 });
  const before = seen.note;
  seen.note = newest?.id ?? 0;
  return operatorMessages(before, seen.note);
};

/** Reads what has happened, and tells it; all studios where somebody has just come. */
const refresh = async (
  hall: Audience,
  store: Store,
  happenings: readonly ChangeEvent[],
  someoneIsNew: boolean,
): Promise<void> => {
  const { told, seen, spread } = hall;
  const ids = someoneIsNew ? undefined : affected(happenings);
  const mayHaveMissed = happenings.includes('anything');
  const operators = mayHaveMissed || seen.note === undefined ? await lookAtOperators(hall, store) : [];
  const found = await store.syncStatuses(ids);
  spread([
    ...found.flatMap((standing) => studioMessages(told, standing, mayHaveMissed)),
    ...removedMessages(told, ids ?? [...told.keys()], found),
    ...sectionMessages(happenings),
    ...operators,
  ]);
};

/** Opens the newsroom; it works as long as its store is open. Nothing is read while nobody watches. */
export const changeFeed = (ports: Pick<ConsoleServices, 'store' | 'log'>): ChangeFeed => {
  const hall = audience();
  const { present, welcome, part } = hall;

  const work = async (lot: readonly Item[]): Promise<void> => {
    const arrivals = lot.filter(isArrival).map(({ arrived }) => arrived);
    const happenings = lot.filter((item): item is ChangeEvent => !isArrival(item));
    try {
      await refresh(hall, ports.store, happenings, arrivals.length > 0);
      for (const spectator of arrivals) welcome(spectator);
    } catch (error) {
      for (const spectator of arrivals) spectator.end();
      throw error;
    }
  };

  const report = coalesce<Item>(logFailures(ports, 'operators could not be told what was changed', work));
  ports.store.watch((happening) => {
    if (present.size > 0) report(happening);
    if (concernsSessions(happening)) for (const spectator of present) spectator.recheck();
  });

  return {
    subscribe: (spectator) => {
      present.add(spectator);
      report({ arrived: spectator });
      return () => {
        part(spectator);
      };
    },
    endAll: () => {
      for (const spectator of [...present]) spectator.end();
    },
  };
};
