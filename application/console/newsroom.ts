// Tells operators who watch what happens at the console, at this process and at every other.
import { logged } from './courier.js';
import { gathering } from './gathering.js';
import { affected, concernsSessions, removedNews, sectionNews, studioNews, type News, type Told } from './news.js';
import type { ConsolePorts, Happening } from './ports.js';
import { overview } from './studios.js';

/** Somebody who watches. */
export interface Spectator {
  readonly tell: (news: News) => void;
  /** Whoever it is may not be signed in any more. */
  readonly recheck: () => void;
  /** Nothing can be told. */
  readonly end: () => void;
}

/** Tells spectators. */
export interface Newsroom {
  /** Tells of all studios, and then of everything that changes, until the returned function is called. */
  readonly watch: (spectator: Spectator) => () => void;
  readonly endAll: () => void;
}

/** What is on the desk: something that happened, or a spectator who has just come. */
type Item = Happening | { readonly arrived: Spectator };

type Arrival = Exclude<Item, Happening>;

const isArrival = (item: Item): item is Arrival => typeof item === 'object' && 'arrived' in item;

/** Who watches, and what they have been told. */
const audience = () => {
  /** Everybody who has come and not left; who has been told of all studios is told what is new. */
  const present = new Set<Spectator>();
  const informed = new Set<Spectator>();
  const told: Told = new Map();
  return {
    present,
    told,
    spread: (news: readonly News[]): void => {
      for (const spectator of informed) for (const piece of news) spectator.tell(piece);
    },
    welcome: (spectator: Spectator): void => {
      if (!present.has(spectator)) return;
      for (const data of told.values()) spectator.tell({ event: 'studio', data });
      informed.add(spectator);
    },
    part: (spectator: Spectator): void => {
      present.delete(spectator);
      informed.delete(spectator);
      if (present.size === 0) told.clear();
    },
  };
};

type Audience = ReturnType<typeof audience>;

/** Reads what has happened, and tells it; all studios where somebody has just come. */
const refresh = async (
  { told, spread }: Audience,
  store: ConsolePorts['store'],
  happenings: readonly Happening[],
  someoneIsNew: boolean,
): Promise<void> => {
  const ids = someoneIsNew ? undefined : affected(happenings);
  const found = await store.standings(ids);
  const mayHaveMissed = happenings.includes('anything');
  spread([
    ...found.map(overview).flatMap((studio) => studioNews(told, studio, mayHaveMissed)),
    ...removedNews(told, ids ?? [...told.keys()], found),
    ...sectionNews(happenings),
  ]);
};

/** Opens the newsroom; it works as long as its store is open. Nothing is read while nobody watches. */
export const newsroom = (ports: Pick<ConsolePorts, 'store' | 'log'>): Newsroom => {
  const hall = audience();
  const { present, welcome, part } = hall;

  const work = async (lot: readonly Item[]): Promise<void> => {
    const arrivals = lot.filter(isArrival).map(({ arrived }) => arrived);
    const happenings = lot.filter((item): item is Happening => !isArrival(item));
    try {
      await refresh(hall, ports.store, happenings, arrivals.length > 0);
      for (const spectator of arrivals) welcome(spectator);
    } catch (error) {
      for (const spectator of arrivals) spectator.end();
      throw error;
    }
  };

  const report = gathering<Item>(logged(ports, 'operators could not be told what was changed', work));
  ports.store.watch((happening) => {
    if (present.size > 0) report(happening);
    if (concernsSessions(happening)) for (const spectator of present) spectator.recheck();
  });

  return {
    watch: (spectator) => {
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
