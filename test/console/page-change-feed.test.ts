// The change feed of the console's page, and reads that are under way while an event arrives. Events and answers come when a
// test sends them, in a page without a browser.
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../support/eventually.js';

interface Studio {
  readonly id: string;
  readonly connected: boolean;
}

/** What a test uses of the modules, which are compiled with the page. */
interface ChangeFeed {
  readonly followChanges: (client: QueryClient) => () => void;
}
interface StudioReads {
  readonly studiosQuery: { readonly queryKey: readonly string[]; readonly queryFn: () => Promise<readonly Studio[]> };
}

const folder = '../../adapters/web/console/api';

/** A source of events whose events a test sends. */
class ControlledSource extends EventTarget {
  static readonly CLOSED = 2;
  readyState = 1;
  onopen: () => void = () => undefined;

  constructor(readonly url: string) {
    super();
    sources.push(this);
  }

  send(type: string, content: object): void {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(content) }));
  }

  close(): void {
    this.readyState = ControlledSource.CLOSED;
  }
}

/** A read of the list that the console has not answered. */
interface WaitingRead {
  readonly answer: (...studios: readonly Studio[]) => void;
  readonly refuse: () => void;
}

let sources: ControlledSource[];
let reads: WaitingRead[];
let client: QueryClient;
let close: () => void;
let studiosQuery: StudioReads['studiosQuery'];

const waitForAnswer = (): Promise<Response> =>
  new Promise((resolve) => {
    reads.push({
      answer: (...studios) => {
        resolve(Response.json({ studios, next: null }));
      },
      refuse: () => {
        resolve(Response.json({ error: 'unavailable' }, { status: 503 }));
      },
    });
  });

beforeEach(async () => {
  [sources, reads] = [[], []];
  client = new QueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: false } } });
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('EventSource', ControlledSource);
  vi.stubGlobal('fetch', waitForAnswer);
  const { followChanges } = (await import(`${folder}/change-feed.js`)) as ChangeFeed;
  ({ studiosQuery } = (await import(`${folder}/studios.js`)) as StudioReads);
  close = followChanges(client);
});
afterEach(() => {
  close();
  client.clear();
  vi.unstubAllGlobals();
});

const studio = (id: string, connected: boolean): Studio => ({ id, connected });

const shown = (): readonly Studio[] | undefined => client.getQueryData(studiosQuery.queryKey);

const untilShown = (...expected: readonly Studio[]): Promise<void> =>
  eventually(`the list is ${JSON.stringify(expected)}`, () => JSON.stringify(shown()) === JSON.stringify(expected));

/** Returns the newest read once the console has got as many as `count`. */
const nextRead = async (count: number): Promise<WaitingRead> => {
  await eventually(`${String(count)} reads were sent`, () => reads.length === count);
  const [read] = reads.slice(-1) as [WaitingRead];
  return read;
};

const nextSource = async (): Promise<ControlledSource> => {
  await eventually('the feed is open', () => sources.length === 1);
  const [source] = sources as [ControlledSource];
  source.onopen();
  return source;
};

/** Begins a read, as a view does whose list is outdated. */
const readAgain = async (): Promise<{ readonly read: WaitingRead; readonly ended: Promise<void> }> => {
  const count = reads.length + 1;
  const ended = client.refetchQueries({ queryKey: studiosQuery.queryKey });
  return { read: await nextRead(count), ended };
};

/** Returns when the page has processed an answer. */
const processed = async (ended: Promise<void>): Promise<void> => {
  await ended;
  for (let turns = 0; turns < 8; turns += 1) await turn();
};

const one = studio('studio-1', false);
const two = studio('studio-2', false);
const connected = studio('studio-1', true);

describe('a list of studios that was read before an event', () => {
  let source: ControlledSource;
  beforeEach(async () => {
    (await nextRead(1)).answer(one, two);
    source = await nextSource();
    await untilShown(one, two);
  });

  it.each([
    ['studio', connected],
    ['studios', { studios: [connected] }],
  ])('does not overwrite a change: %s', async (type, content) => {
    const { read, ended } = await readAgain();
    source.send(type, content);
    await untilShown(connected, two);
    read.answer(one, two);
    await processed(ended);
    expect(shown()).toEqual([connected, two]);
  });

  it('does not remove a studio that was added', async () => {
    const added = studio('studio-3', false);
    const { read, ended } = await readAgain();
    source.send('studio', added);
    await untilShown(one, two, added);
    read.answer(one, two);
    await processed(ended);
    expect(shown()).toEqual([one, two, added]);
  });

  it('does not show a studio again that was removed', async () => {
    const { read, ended } = await readAgain();
    source.send('removed', { studioId: 'studio-1' });
    await untilShown(two);
    read.answer(one, two);
    await processed(ended);
    expect(shown()).toEqual([two]);
  });

  it('is replaced by one that was read afterwards', async () => {
    source.send('studio', connected);
    await untilShown(connected, two);
    const { read, ended } = await readAgain();
    read.answer(one);
    await processed(ended);
    expect(shown()).toEqual([one]);
  });
});

it.each([
  ['changed', 'studio', connected, [connected, two]],
  ['removed', 'removed', { studioId: 'studio-1' }, [two]],
])('the first list that arrives takes over what the events before it have %s', async (_, type, content, expected) => {
  (await nextRead(1)).refuse();
  const source = await nextSource();
  const stop = new QueryObserver(client, studiosQuery).subscribe(() => undefined);
  const read = await nextRead(2);
  source.send(type, content);
  read.answer(one, two);
  await untilShown(...expected);
  stop();
});

it('a section is read again if it changes while it is read for the first time', async () => {
  (await nextRead(1)).answer(one, two);
  const source = await nextSource();
  const answers: ((version: number) => void)[] = [];
  const queryKey = ['studio', 'studio-1', 'access'];
  const queryFn = (): Promise<number> => new Promise((resolve) => answers.push(resolve));
  const stop = new QueryObserver(client, { queryKey, queryFn }).subscribe(() => undefined);
  source.send('changed', { studioId: 'studio-1', section: 'access' });
  await eventually('it is read again', () => answers.length === 2);
  answers.forEach((answer, read) => {
    answer(read + 1);
  });
  await eventually('the newer state is shown', () => client.getQueryData(queryKey) === 2);
  stop();
});
