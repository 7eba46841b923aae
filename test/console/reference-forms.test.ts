// The forms of the reference page at work, without a browser: what they ask, and the calls that they send.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clips, referencePage, type ReferencePage } from './reference-bench.js';
import { alertsOf, buttonsOf, enter, fieldOf, press, valueOf } from './stage-actions.js';
import { held, refused, replied } from './stage-console.js';
import { textOfPart, type Stage } from './stage.js';

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

describe('the form of a route', () => {
  const form = async (group: string, route: string): Promise<void> => {
    view = await page.show();
    page.toggle(group);
    page.toggle(route);
    await page.pass();
    page.server.requests.splice(0);
  };
  const stop = '/v2/outputs/main/stop';

  it('asks before an action on real devices, or on ones that are not known, and sends it once confirmed', async () => {
    await form('Outputs', 'Stop it');
    page.server.answer('GET /v2/core', () => refused(503, 'later'));
    page.server.answer(`GET ${stop}`, () => replied({}, { status: 202 }));
    press(view, 'Send to the studio');
    await page.pass();
    expect([page.calls(), view.text()]).toEqual([
      ['GET /v2/core'],
      expect.stringContaining('the real devices of Main, at once'),
    ]);
    expect(view.done).toContain(
      'showModal Stop it? This acts on the real devices of Main, at once. GET /api/v2/outputs/main/stop Cancel Send',
    );
    press(view, 'Cancel');
    await page.pass();
    press(view, 'Send to the studio');
    await page.pass();
    const dialog = view.parts().find(({ type }) => type === 'dialog');
    (dialog?.props['onClose'] as () => void)();
    await page.pass();
    expect(page.calls()).toEqual(['GET /v2/core', 'GET /v2/core']);
    press(view, 'Send to the studio');
    await page.pass();
    press(view, 'Send');
    await page.pass();
    expect(page.calls().at(-1)).toBe(`GET ${stop}`);
    expect(view.text()).toContain('202');
  });

  it('sends an action on simulated devices at once, by the chosen method, with what was entered', async () => {
    await form('Outputs', 'Stop it');
    enter(view, 'slot required', 'aux');
    enter(view, 'scene', 'left');
    enter(view, 'POST', true);
    page.server.answer('POST /v2/outputs/aux/stop?scene=left', () => replied({ done: 'yes' }));
    expect(view.text()).toContain("curl -X POST 'http://studio/api/v2/outputs/aux/stop?scene=left'");
    press(view, 'Send to the studio');
    await page.pass();
    expect(page.calls()).toEqual(['GET /v2/core', 'POST /v2/outputs/aux/stop?scene=left']);
    expect(view.text()).toContain('"done": "yes"');
    enter(view, 'Plain text', true);
    expect(view.text()).toContain("curl -X POST 'http://studio/api/v2/plain/outputs/aux/stop?scene=left'");
    enter(view, 'slot required', '');
    press(view, 'Send to the studio');
    await page.pass();
    expect([valueOf(view, 'slot required'), view.text(), page.calls().length]).toEqual([
      '',
      expect.stringContaining('Enter a value.'),
      2,
    ]);
  });

  it('keeps the method when another answer is chosen, and reads without a question', async () => {
    await form('Studio', 'studio');
    expect(view.text()).not.toContain('Enter a value.');
    enter(view, 'Plain text', true);
    page.server.answer('GET /v2/plain/studio', () => new Response('on'));
    press(view, 'Send');
    await page.pass();
    expect([page.calls(), view.text()]).toEqual([['GET /v2/plain/studio'], expect.stringMatching(/200 .* on /)]);
  });

  it('shows one answer or one failure, and no longer waits for a call that was stopped', async () => {
    await form('Studio', 'studio');
    const fails = () => Promise.reject(new TypeError('network'));
    const [first, second, third] = [held(), held(), held()];
    page.server.answer('GET /v2/studio', () => replied({ one: 1 }), fails, first.answer, second.answer, third.answer);
    press(view, 'Send');
    await page.pass();
    press(view, 'Send');
    await page.pass();
    expect([alertsOf(view), view.text().includes('"one"')]).toEqual([['The service doesn’t answer: network'], false]);
    press(view, 'Send');
    await page.pass();
    expect([alertsOf(view), buttonsOf(view)]).toEqual([[], ['Send', 'Stop waiting']]);
    press(view, 'Send');
    await page.pass();
    first.give(replied({ late: 1 }));
    await page.pass();
    expect(buttonsOf(view)).toEqual(['Send', 'Stop waiting']);
    press(view, 'Stop waiting');
    await page.pass();
    expect([alertsOf(view), buttonsOf(view)]).toEqual([[], ['Send']]);
    press(view, 'Send');
    await page.pass();
    const ended = page.server.ended.length;
    page.toggle('studio', false);
    view.parts();
    expect([ended, page.server.ended.length]).toEqual([2, 3]);
  });

  it('takes clips of the active bank, or of the one that is chosen', async () => {
    page.server.answer('GET /v2/banks/late/clips', () => clips('late-1'));
    const news = held();
    page.server.answer('GET /v2/banks/news/clips', news.answer);
    await form('Outputs', 'play');
    const choices = () => {
      const id = String(fieldOf(view, 'clip required').props['list']);
      return view
        .parts()
        .filter(({ props }) => props['id'] === id)
        .map(textOfPart);
    };
    expect([valueOf(view, 'clip required'), choices()]).toEqual(['1', ['late-1']]);
    enter(view, 'bank', 'news');
    await page.pass();
    expect([valueOf(view, 'clip required'), choices()]).toEqual(['', ['']]);
    expect(view.text()).not.toContain('Enter a value.');
    enter(view, 'bank', 'late');
    await page.pass();
    news.give(clips('news-1', 'news-2'));
    await page.pass();
    expect([valueOf(view, 'clip required'), choices()]).toEqual(['1', ['late-1']]);
    enter(view, 'clip required', '');
    expect(valueOf(view, 'clip required')).toBe('');
    page.server.requests.splice(0);
    enter(view, 'Device token', 'svc_1');
    await page.pass();
    expect(page.server.requests).toMatchObject([{ call: 'GET /v2/banks/late/clips', authorization: 'Bearer svc_1' }]);
  });

  it('sends no body that is not JSON', async () => {
    await form('Studio', 'settings');
    enter(view, 'Body JSON', '{"a":');
    expect(view.text()).not.toContain('isn’t JSON');
    press(view, 'Send to the studio');
    await page.pass();
    expect([page.calls(), view.text()]).toEqual([[], expect.stringContaining('The body isn’t JSON')]);
    enter(view, 'Body JSON', '{"a":2}');
    page.server.answer('PUT /v2/settings', () => replied({}));
    press(view, 'Send to the studio');
    await page.pass();
    expect(page.server.changes()).toMatchObject([{ call: 'PUT /v2/settings', body: { a: 2 } }]);
  });
});
