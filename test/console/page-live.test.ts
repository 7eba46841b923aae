// What a studio is doing, at the console's page: what becomes of it while time passes and the stream is interrupted.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pageBench, pageView } from './page-hooks.js';
import { enter, press, valueOf } from './stage-actions.js';
import { browserGlobals } from './stage-console.js';
import { stage, type Stage } from './stage.js';

class Source extends EventTarget {
  static readonly CLOSED = 2;
  static last: Source;
  readyState = 1;
  onopen: () => void = () => undefined;
  onerror: () => void = () => undefined;

  constructor(readonly url: string) {
    super();
    Source.last = this;
  }

  send(type: string, data: unknown): void {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) }));
  }

  close(): void {
    this.readyState = Source.CLOSED;
  }
}

const studio = { id: 'a', name: 'Main', connected: true, service: { alarms: [], furtherAlarms: 0 } };
const scene = {
  ...{ kind: 'scene', output: 'Main', scene: 'a', clip: 'News', cued: null, tally: 'program', connected: true },
  ...{ remainingMs: 61_000, paused: false, loop: false },
};
const state = { status: 'on_air', holder: 'Desk', entries: [scene], unreadable: [], notShown: 0 };

let view: Stage;
let browser: ReturnType<typeof browserGlobals>;

beforeEach(() => {
  vi.useFakeTimers();
  browser = browserGlobals();
  vi.stubGlobal('EventSource', Source);
});
afterEach(() => {
  view.close();
  browser.restore();
  vi.useRealTimers();
});

describe('the section of what a studio is doing', () => {
  let shown: typeof studio;
  const pass = (ms: number): void => {
    view.parts();
    vi.advanceTimersByTime(ms);
  };

  beforeEach(async () => {
    shown = studio;
    const section = await pageView('live/live-section.js', 'LiveSection');
    view = stage(() => section({ studio: shown }), pageBench());
    view.parts();
  });

  it('counts what remains down while the state is current, and says later when it was seen', () => {
    expect([Source.last.url, view.text()]).toEqual(['/api/studios/a/state', expect.stringContaining('Connecting to')]);
    Source.last.onopen();
    Source.last.send('state', state);
    expect(view.text()).toMatch(/ Live .*On air.*Desk.*News 1:01/);
    pass(20_000);
    expect(view.text()).toMatch(/ Live .*News 0:41/);
    pass(6_000);
    expect(view.text()).toMatch(/Not live Last seen at .*: it was on air, held by Desk\./);
    Source.last.send('state', { ...state, holder: null, status: 'off_air' });
    expect(view.text()).toMatch(/ Live .*Off air.*No station/);
  });

  it('is of the past from an interruption to the next state, also if the stream is open again', () => {
    Source.last.onopen();
    Source.last.send('state', state);
    expect(view.text()).toContain(' Live ');
    Source.last.onerror();
    expect(view.text()).toContain('Not live');
    Source.last.onopen();
    expect(view.text()).toContain('Not live');
    Source.last.send('state', state);
    expect(view.text()).not.toContain('Not live');
  });

  it('is not current while the service is not connected, or if it can’t send its state', () => {
    Source.last.onopen();
    Source.last.send('service', { sends: false });
    expect(view.text()).toContain('of an earlier version');
    Source.last.send('state', state);
    shown = { ...studio, connected: false };
    expect(view.text()).toMatch(/Not live Last seen.*isn’t connected/);
  });

  it('begins with nothing for another studio, and ends the stream of the one before', () => {
    const first = Source.last;
    first.onopen();
    first.send('state', state);
    shown = { ...studio, id: 'b' };
    expect(view.text()).toMatch(/Not live Connecting/);
    expect([first.readyState, Source.last.url]).toEqual([2, '/api/studios/b/state']);
  });
});

describe('the examples for a new device', () => {
  const offer = (id: string, path: string) => ({
    ...{ id, label: id, feature: 'outputs', access: 'control', path: `/api/v2/${path}`, plainPath: `/p/${path}` },
  });
  const targets = { urls: ['http://one', 'http://two'], clips: [1, 2].map((number) => ({ number, name: 'Clip' })) };

  it('keep the other choices when one changes, and take what is there when a choice is gone', async () => {
    const examples = await pageView('new-device/examples-view.js', 'Examples');
    let offers = [offer('read', 'studio'), offer('play', 'clips/{clip}/play')];
    view = stage(() => examples({ offers, targets, token: 't' }));
    expect(view.text()).toContain('http://one/api/v2/studio');
    enter(view, 'Call', 'play');
    enter(view, 'Clip of the active bank', '2');
    enter(view, 'Address of the service', 'http://two');
    expect(view.text()).toContain('http://two/api/v2/clips/2/play');
    offers = [offer('read', 'studio')];
    expect(view.text()).toContain('http://two/api/v2/studio');
    offers = [offer('read', 'studio'), offer('play', 'clips/{clip}/play')];
    expect(valueOf(view, 'Clip of the active bank')).toBe('2');
  });

  it('are copied one by one', async () => {
    const copied: string[] = [];
    vi.stubGlobal('navigator', { clipboard: { writeText: (text: string) => Promise.resolve(copied.push(text)) } });
    const examples = await pageView('new-device/examples-view.js', 'Examples');
    view = stage(examples({ offers: [offer('read', 'studio')], targets, token: 't' }));
    press(view, 'Copy Command');
    press(view, 'Copy Headers');
    await vi.advanceTimersByTimeAsync(1);
    expect(copied[0]).toMatch(/^curl -X POST .*Bearer t.*http:\/\/one\/api\/v2\/studio'$/);
    expect(copied[1]).toBe('{"Authorization":"Bearer t"}');
    expect(view.text()).toContain('Copied');
  });
});
