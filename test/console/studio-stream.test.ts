// The streams of a studio's service that views of the console's page follow: open only while a view is shown in a visible tab.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** What a test uses of the module, which is compiled with the page. */
interface StudioStreams {
  readonly followStudio: (studioId: string, topic: string, handlers: object) => () => void;
}

const folder = '../../adapters/web/console/api';

/** A stream that the page has opened, in a page without a browser. */
class ControlledSource extends EventTarget {
  static readonly CLOSED = 2;
  readyState = 1;
  onerror: () => void = () => undefined;

  constructor(readonly url: string) {
    super();
    sources.push(this);
  }

  /** Ends the stream as the browser does after a refusal. */
  refuse(): void {
    this.close();
    this.onerror();
  }

  /** Interrupts the stream, which the browser opens again by itself. */
  interrupt(): void {
    this.readyState = 0;
    this.onerror();
  }

  close(): void {
    this.readyState = ControlledSource.CLOSED;
  }
}

/** The document of a tab, which a test shows and hides. */
class ControlledDocument extends EventTarget {
  hidden = false;

  change(hidden: boolean): void {
    this.hidden = hidden;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}

let sources: ControlledSource[];
let tab: ControlledDocument;
let gaps: number;
let leave: () => void;

const openUrls = (): readonly string[] => sources.filter(({ readyState }) => readyState === 1).map(({ url }) => url);
const url = '/api/studios/studio-1/live';

beforeEach(async () => {
  [sources, tab, gaps] = [[], new ControlledDocument(), 0];
  vi.useFakeTimers();
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', tab);
  vi.stubGlobal('EventSource', ControlledSource);
  const { followStudio } = (await import(`${folder}/studio-stream.js`)) as StudioStreams;
  leave = followStudio('studio-1', 'live', { onGap: () => (gaps += 1) });
});
afterEach(() => {
  leave();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the stream of a view', () => {
  it('is closed while the tab is hidden, and open once while it is visible', () => {
    expect(openUrls()).toEqual([url]);
    tab.change(true);
    expect([openUrls(), gaps]).toEqual([[], 1]);
    tab.change(false);
    tab.change(false);
    expect(openUrls()).toEqual([url]);
  });

  it('is opened again 10 s after a refusal', () => {
    sources[0]?.refuse();
    vi.advanceTimersByTime(9_999);
    expect([openUrls(), gaps]).toEqual([[], 1]);
    vi.advanceTimersByTime(1);
    expect(openUrls()).toEqual([url]);
  });
});

it('a stream that the browser opens again has a gap, and no second one is opened', () => {
  sources[0]?.interrupt();
  vi.advanceTimersByTime(10_000);
  expect([gaps, sources.length]).toEqual([1, 1]);
});

describe('a tab that was hidden after a refusal', () => {
  it('opens a stream when it is shown, and retries no more', () => {
    sources[0]?.refuse();
    for (const hidden of [true, false]) tab.change(hidden);
    vi.advanceTimersByTime(10_000);
    expect([openUrls(), sources.length]).toEqual([[url], 2]);
  });
});

describe('a view that was left', () => {
  it('opens no stream when the tab becomes visible again', () => {
    leave();
    for (const hidden of [true, false]) tab.change(hidden);
    expect([openUrls(), sources.length, gaps]).toEqual([[], 1, 0]);
  });

  it('opens no stream that was to be retried', () => {
    sources[0]?.refuse();
    leave();
    vi.advanceTimersByTime(10_000);
    expect(sources).toHaveLength(1);
  });
});
