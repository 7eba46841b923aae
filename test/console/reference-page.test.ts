// The reference page at work, without a browser: the access of its reader, its document, and what is open.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { document, referencePage, summaryOf, type ReferencePage } from './reference-bench.js';
import { alertsOf, enter, valueOf } from './stage-actions.js';
import { held, refused, replied } from './stage-console.js';
import type { Part, Stage } from './stage.js';

let page: ReferencePage;
let view: Stage;

beforeEach(() => {
  vi.useFakeTimers();
  page = referencePage();
});
afterEach(() => {
  page.close();
  vi.useRealTimers();
});

/** Whether an element, or the group around it, is hidden. */
const isHidden = (props: Part['props'], parent: Part['parent']): boolean =>
  props['hidden'] === true || parent?.props['hidden'] === true;

describe('the page', () => {
  it('shows which access a token gives, once it is entered, and never that of an earlier one', async () => {
    view = await page.show();
    expect(view.text()).toContain('Access to Main by this computer’s address, with simulated devices.');
    expect(page.server.document.title).toBe('Studio: API reference');
    const late = held();
    page.server.answer('GET /v2/state', late.answer, () => refused(401, 'wrong token'));
    const { length } = page.calls();
    enter(view, 'Device token', ' svc_1 ');
    await page.pass(299);
    expect([valueOf(view, 'Device token'), page.calls().length]).toEqual(['svc_1', length]);
    await page.pass(1);
    expect(page.calls().slice(length)).toEqual(['GET /v2/state']);
    enter(view, 'Device token', 'svc_2');
    await page.pass(300);
    expect(view.text()).toContain('No access: wrong token');
    late.give(replied({ studio: { id: 'b', name: 'Other' } }));
    await page.pass();
    expect(view.text()).toContain('No access: wrong token');
  });

  it('reads the state and whether devices are simulated with the present token', async () => {
    view = await page.show();
    enter(view, 'Device token', 'svc_1');
    page.server.requests.splice(0);
    await page.pass(300);
    expect(page.server.requests).toMatchObject(
      ['GET /v2/state', 'GET /v2/core'].map((call) => ({ call, authorization: 'Bearer svc_1' })),
    );
    expect(view.text()).toContain('Access to Main by this token, with simulated devices.');
    page.server.answer('GET /v2/core', () => replied({ core: { simulated: false } }));
    enter(view, 'Device token', '');
    page.server.requests.splice(0);
    await page.pass();
    expect(page.server.requests.every(({ authorization }) => authorization === undefined)).toBe(true);
    expect(view.text()).toContain('Access to Main by this computer’s address.');
  });

  it('keeps its document while the service does not answer, and reads it again when it is visible', async () => {
    page.server.answer('GET /v2/openapi.json', () => refused(503, 'later'));
    view = await page.show();
    expect(alertsOf(view)).toEqual([expect.stringContaining('returned status 503')]);
    const appear = async (state: string): Promise<void> => {
      Object.assign(page.server.document, { visibilityState: state });
      page.server.document.dispatchEvent(new Event('visibilitychange'));
      await page.pass();
    };
    page.server.answer(
      'GET /v2/openapi.json',
      () => replied(document),
      () => refused(503, 'later'),
    );
    await appear('hidden');
    expect(alertsOf(view)).toHaveLength(1);
    await appear('visible');
    expect([alertsOf(view), view.text()]).toEqual([[], expect.stringContaining('about Outputs')]);
    await appear('visible');
    expect([alertsOf(view), view.text()]).toEqual([[], expect.stringContaining('about Outputs')]);
    const { length } = page.calls();
    view.close();
    page.server.document.dispatchEvent(new Event('visibilitychange'));
    expect(page.calls()).toHaveLength(length);
  });

  it('says that its document is no JSON, and keeps the last one that was', async () => {
    const answers = [() => new Response('<html>'), () => replied(document), () => new Response('<html>')];
    page.server.answer('GET /v2/openapi.json', ...answers);
    view = await page.show();
    expect(alertsOf(view)).toEqual([expect.stringMatching(/^The reference can’t be loaded: .*JSON/)]);
    for (const _ of answers.slice(1)) {
      page.server.document.dispatchEvent(new Event('visibilitychange'));
      await page.pass();
      expect([alertsOf(view), view.text()]).toEqual([[], expect.stringContaining('about Outputs')]);
    }
  });

  it('opens the route in its address, and scrolls there', async () => {
    vi.stubGlobal('location', { origin: 'http://studio', pathname: '/api/v2/docs/', hash: '#stop' });
    const scrolled: string[] = [];
    Object.assign(page.server.document, {
      getElementById: (id: string) => ({ scrollIntoView: () => scrolled.push(id) }),
    });
    view = await page.show();
    const open = view.parts().filter(({ type, props }) => type === 'details' && props['open'] === true);
    expect([open.map(({ props }) => props['id']), view.text().match(/curl /g)?.length]).toEqual([
      [undefined, 'stop'],
      1,
    ]);
    expect(scrolled).toEqual(['stop']);
  });

  it('opens groups and routes one by one, all of a search, and then those that were open', async () => {
    view = await page.show();
    const routes = () =>
      view
        .parts()
        .filter(
          ({ type, props, parent }) => type === 'details' && props['className'] === 'route' && !isHidden(props, parent),
        );
    expect(routes()).toEqual([]);
    page.toggle('Outputs');
    expect(routes()).toHaveLength(2);
    page.toggle('Stop it');
    expect(view.text()).toContain('curl');
    page.toggle('Stop it', false, false);
    expect(view.text()).toContain('curl');
    enter(view, 'Find a route', 'stop');
    page.toggle('Outputs', false);
    expect([routes().length, view.text()]).toEqual([1, expect.stringContaining('curl')]);
    enter(view, 'Find a route', '');
    expect(routes()).toHaveLength(2);
    page.toggle('Outputs', false);
    expect(routes()).toEqual([]);
    enter(view, 'Find a route', 'settings');
    expect(routes().map(summaryOf)).toEqual([expect.stringContaining('settings')]);
    enter(view, 'Find a route', 'nothing like it');
    expect(view.text()).toContain('No route contains “nothing like it”.');
    expect(routes()).toEqual([]);
  });

  it('keeps what is open and filled in while a search hides it', async () => {
    view = await page.show();
    page.toggle('Outputs');
    page.toggle('Stop it');
    enter(view, 'slot required', 'aux');
    const shown = () =>
      view
        .parts()
        .flatMap((part) => (part.type === 'details' && !isHidden(part.props, part.parent) ? [summaryOf(part)] : []));
    const before = shown();
    for (const search of ['play', 'settings', 'nothing like it', '']) enterAndRender('Find a route', search);
    expect(shown()).toEqual(before);
    expect(valueOf(view, 'slot required')).toBe('aux');
  });

  it('keeps a route open that was opened in a search', async () => {
    view = await page.show();
    enter(view, 'Find a route', 'stop');
    page.toggle('Stop it');
    enter(view, 'slot required', 'aux');
    enterAndRender('Find a route', '');
    expect(valueOf(view, 'slot required')).toBe('aux');
  });
  const enterAndRender = (label: string, value: string): void => {
    enter(view, label, value);
    view.parts();
  };
});
