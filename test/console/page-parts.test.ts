// The smaller parts of the console's page at work, without a browser.
import { createElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../support/eventually.js';
import { pageModule, pageView } from './page-hooks.js';
import { alertsOf, buttonOf, buttonsOf, press, shows } from './stage-actions.js';
import { browserGlobals } from './stage-console.js';
import { stage, type Stage } from './stage.js';

/** What a test uses of the modules, which are compiled with the page. */
interface Presses {
  readonly usePress: (act: (...values: readonly string[]) => Promise<unknown>) => {
    readonly isPending: boolean;
    readonly failure: unknown;
    readonly press: (...values: readonly string[]) => void;
  };
}
interface Downloads {
  readonly download: (name: string, format: string, text: string) => void;
}

let shown: Stage | undefined;
let browser: ReturnType<typeof browserGlobals>;

beforeEach(() => {
  shown = undefined;
  browser = browserGlobals();
});
afterEach(() => {
  shown?.close();
  vi.useRealTimers();
  browser.restore();
});

const rejected = (message: string): Promise<never> => Promise.reject(new Error(message));

const show: typeof stage = (...of) => (shown = stage(...of));

describe('a copy button', () => {
  it('says what became of the present text alone', async () => {
    const button = await pageView('ui/copy-button.js', 'CopyButton');
    const copied: string[] = [];
    let isAllowed = true;
    const clipboard = {
      writeText: (text: string) => (isAllowed ? Promise.resolve(copied.push(text)) : rejected('refused')),
    };
    vi.stubGlobal('navigator', { clipboard });
    vi.stubGlobal('document', { execCommand: () => false });
    let selected = 0;
    let text = 'one';
    const select = (): void => {
      selected += 1;
    };
    const view = show(() => button({ text, select }));
    press(view, 'Copy');
    await shows(view, 'Copied');
    text = 'two';
    expect(buttonsOf(view)).toEqual(['Copy']);
    isAllowed = false;
    press(view, 'Copy');
    await shows(view, 'The browser blocked copying.');
    expect([copied, selected, buttonsOf(view)]).toEqual([['one'], 1, ['Copy']]);
  });
});

it('an error of one part is shown until another part is', async () => {
  const boundary = await pageView('ui/error-boundary.js', 'ErrorBoundary');
  const Part = ({ fails }: { readonly fails: boolean }): string => {
    if (fails) throw new Error('broken');
    return 'all is well';
  };
  let [name, fails] = ['devices', true];
  const view = show(() => boundary({ shown: name, children: createElement(Part, { fails }) }));
  expect(alertsOf(view)).toEqual([expect.stringMatching(/^This section can’t be shown/)]);
  fails = false;
  expect(alertsOf(view)).toHaveLength(1);
  name = 'history';
  expect(view.text()).toBe('all is well');
});

it('what could not be read is read again at a press', async () => {
  const loaded = await pageView('ui/loaded.js', 'Loaded');
  let reads = 0;
  const query = {
    data: undefined as unknown,
    isPending: false,
    isFetching: false,
    error: new Error('down'),
    errorUpdateCount: 1,
    refetch: () => (reads += 1),
  };
  const view = show(() => loaded({ query, children: (data: unknown) => String(data) }));
  expect(alertsOf(view)).toEqual([expect.stringContaining('Down.')]);
  press(view, 'Try again');
  expect(reads).toBe(1);
  Object.assign(query, { data: 'the list', error: new Error('down again') });
  expect(view.text()).toBe('the list');
});

it('why something could not be read stays while it is read again', async () => {
  const failure = await pageView('ui/loaded.js', 'LoadFailure');
  const query = { data: undefined, isFetching: false, error: new Error('down') as Error | null, errorUpdateCount: 1 };
  const view = show(() => failure({ queries: [query] }));
  expect(alertsOf(view)).toEqual([expect.stringContaining('Down.')]);
  Object.assign(query, { error: null, isFetching: true });
  expect(alertsOf(view)).toEqual([expect.stringContaining('Down.')]);
  expect(buttonOf(view, 'Try again').props['data-pending']).toBe(true);
});

it('a menu of actions ignores presses while one of them is under way', async () => {
  const menu = await pageView('ui/menu-button.js', 'MenuButton');
  let isPending = false;
  const view = show(() => menu({ label: 'Export', text: 'Export', actions: [], isPending }));
  expect(buttonOf(view, 'Export').props['isPending']).toBe(false);
  isPending = true;
  expect(buttonOf(view, 'Export').props['isPending']).toBe(true);
});

it('what a press starts is under way until it ends, and its failure is known until the next attempt', async () => {
  const { usePress } = await pageModule<Presses>('ui/use-press.js');
  const attempts: (readonly [string, PromiseWithResolvers<unknown>])[] = [];
  let press: (...values: readonly string[]) => void = () => undefined;
  const Probe = (): string => {
    const state = usePress((value = '') => {
      const attempt = Promise.withResolvers<unknown>();
      attempts.push([value, attempt]);
      return attempt.promise;
    });
    ({ press } = state);
    return `${state.isPending ? 'pending' : 'idle'} ${state.failure instanceof Error ? state.failure.message : '-'}`;
  };
  const view = show(createElement(Probe));
  expect(view.text()).toBe('idle -');
  press('one');
  expect(view.text()).toBe('pending -');
  attempts[0]?.[1].reject(new Error('refused'));
  await shows(view, 'idle refused');
  press('two');
  expect([view.text(), attempts.map(([value]) => value)]).toEqual(['pending -', ['one', 'two']]);
  attempts[1]?.[1].resolve(undefined);
  await shows(view, 'idle -');
});

it('a question that failed can be answered again, without its last error', async () => {
  const dialog = await pageView('ui/confirm-button.js', 'ConfirmDialog');
  const attempts: PromiseWithResolvers<unknown>[] = [];
  let closed = 0;
  const onConfirm = (): Promise<unknown> => {
    const attempt = Promise.withResolvers<unknown>();
    attempts.push(attempt);
    return attempt.promise;
  };
  const onClose = (): void => {
    closed += 1;
  };
  const view = show(dialog({ title: 'Sure?', explanation: '', confirm: 'Yes', onConfirm, onClose }));
  press(view, 'Yes');
  expect(buttonsOf(view)).toEqual(['Cancel']);
  attempts[0]?.reject(new Error('refused'));
  await shows(view, 'Refused.');
  expect([buttonsOf(view), closed]).toEqual([['Cancel', 'Yes'], 0]);
  press(view, 'Yes');
  expect([alertsOf(view), buttonsOf(view)]).toEqual([[], ['Cancel']]);
  attempts[1]?.resolve(undefined);
  await eventually('it is closed', () => closed === 1);
});

it('a download is available until the browser has begun to save it', async () => {
  vi.useFakeTimers();
  const { download } = await pageModule<Downloads>('ui/download.js');
  const steps: unknown[] = [];
  const link = { href: '', download: '', click: () => steps.push([link.href, link.download]) };
  vi.stubGlobal('document', { createElement: () => link });
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1');
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void steps.push(url));
  download('list', 'csv', 'a');
  vi.advanceTimersByTime(9_999);
  expect(steps).toEqual([['blob:1', 'list.csv']]);
  vi.advanceTimersByTime(1);
  expect(steps.at(-1)).toBe('blob:1');
  vi.restoreAllMocks();
});
