// The simulator's page at work, without a browser: the restart of the service, the virtual panel, and the stream that it follows.
import { createElement, type ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../support/eventually.js';
import { alertsOf, buttonsOf, enter, press, shows, valueOf } from '../console/stage-actions.js';
import type { Stage } from '../console/stage.js';
import { studio } from './page-records.js';
import { simulatorModule, simulatorView, steeredPage, type SteeredPage } from './steered-page.js';

/** What a test uses of the modules, which are compiled with the page. */
interface Panels {
  readonly usePanel: () => object;
}

let page: SteeredPage;
let view: Stage;
let changes: object;

beforeEach(() => {
  changes = {};
  page = steeredPage();
});
afterEach(() => {
  page.close();
});

const showStudio = async (path: string, name: string): Promise<void> => {
  const of = await simulatorView(path, name);
  view = await page.show(() => of({ studio: studio(changes) }));
};

const featureNames = ['studio', 'station', 'outputs', 'signals', 'cameras', 'macros', 'automations', 'variables'];
const features = Object.fromEntries(featureNames.map((name) => [name, { control: name !== 'outputs' }]));
const layout = { ...studio().layout, stations: ['desk', 'van'].map((id) => ({ id, name: `The ${id}` })) };

describe('the restart of the service', () => {
  it('is for the chosen time, and possible again once it ended or failed', async () => {
    const ends: ((error?: Error) => void)[] = [];
    page.result = () =>
      new Promise((resolve, reject) => {
        ends.push((error) => {
          if (error) reject(error);
          else resolve(undefined);
        });
      });
    await showStudio('service-control.js', 'ServiceControl');
    for (const [place, seconds, error] of [
      [0, 5, new Error('refused')],
      [1, 30, undefined],
    ] as const) {
      press(view, 'Restart service');
      enter(view, 'The service is down for', String(seconds));
      press(view, 'Restart');
      await eventually('the question is closed', () => view.text().endsWith('The service is restarting …'));
      expect(buttonsOf(view)).toEqual([]);
      ends[place]?.(error);
      await eventually('it has ended', () => buttonsOf(view).includes('Restart service'));
    }
    expect(page.calls).toEqual([
      ['restart', 5_000],
      ['restart', 30_000],
    ]);
  });

  it('is offered for a service that has run here, also while it is stopped', async () => {
    changes = { service: null };
    await showStudio('service-control.js', 'ServiceControl');
    expect(view.text()).toBe('');
    changes = {};
    expect(buttonsOf(view)).toEqual(['Restart service']);
    changes = { service: null };
    expect([buttonsOf(view), view.text()]).toEqual([
      ['Restart service'],
      expect.stringMatching(/The service is stopped$/),
    ]);
  });
});

describe('the virtual panel', () => {
  const variables = ['one', 'two'].map((name) => ({ id: name, name, value: null }));
  const service = { ...studio().service, url: 'http://service', features, variables };

  beforeEach(async () => {
    const panel = await simulatorView('panel.js', 'Panel');
    const { usePanel } = await simulatorModule<Panels>('panel.js');
    const Shown = (): ReactElement => panel({ studio: studio({ layout, service }), service, panel: usePanel() });
    view = await page.show(() => createElement(Shown));
  });

  it('calls as the client that is chosen at the time of the press', async () => {
    press(view, 'Studio: On air');
    enter(view, 'Token', ' svc_1 ');
    enter(view, 'Calls from', 'far');
    enter(view, 'Calls for', 'van');
    enter(view, 'The client', 'timesOut');
    press(view, 'Studio: On air');
    const path = '/api/v2/plain/studio/onair';
    expect(page.calls).toEqual([
      ['makeCall', { path, address: '127.0.0.1' }],
      ['makeCall', { path: `${path}?station=van`, address: '203.0.113.20', token: 'svc_1', timeoutMs: 500 }],
    ]);
    expect(view.text()).not.toContain('svc_1');
    enter(view, 'Show the token', true);
    expect(view.text()).toContain(`http://service${path}?station=van&token=svc_1`);
    await eventually('both have ended', () => !view.text().includes('waiting …'));
  });

  it('sets each variable to what was entered for it', () => {
    enter(view, 'Value of one', 'a');
    enter(view, 'Value of two', 'b');
    press(view, 'Set two');
    press(view, 'Set one');
    expect(page.calls.map(([, call]) => (call as { readonly path: string }).path)).toEqual([
      '/api/v2/plain/variables/two/set?value=b',
      '/api/v2/plain/variables/one/set?value=a',
    ]);
    expect(view.text().match(/switched off/g)).toHaveLength(3);
  });
});

describe('the page', () => {
  class Events extends EventTarget {
    static last: Events;
    isOpen = true;

    constructor(readonly url: string) {
      super();
      Events.last = this;
    }

    send(type: string, data: unknown): void {
      this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) }));
    }

    close(): void {
      this.isOpen = false;
    }
  }

  it('says whether it is live, what failed last, and what runs without the service', async () => {
    vi.stubGlobal('EventSource', Events);
    const answers = [503, 200];
    vi.stubGlobal('fetch', () => {
      const status = answers.shift() ?? 200;
      return Promise.resolve(Response.json(status === 200 ? {} : { error: 'busy', message: 'try later' }, { status }));
    });
    const app = await simulatorView('app.js', 'App');
    view = await page.show(() => app({}));
    expect(view.text()).toBe('Connecting …');
    const { service, ...rest } = studio({ studio: 'Main' });
    const whole = { ...service, url: '', variables: [], alarms: [], features };
    Events.last.send('snapshot', { ...rest, service: whole });
    Events.last.dispatchEvent(new Event('open'));
    expect([view.text(), page.document.title]).toEqual([expect.stringContaining('· live ·'), 'Main, simulated']);
    Events.last.dispatchEvent(new Event('error'));
    expect(view.text()).toContain('not connected');
    press(view, 'Reset studio');
    await shows(view, 'try later');
    expect(alertsOf(view)).toHaveLength(1);
    press(view, 'Reset studio');
    await eventually('the error is gone', () => alertsOf(view).length === 0);
    enter(view, 'Token', 'svc_1');
    Events.last.send('snapshot', { ...rest, service: null });
    expect([view.text().includes('Virtual panel'), view.text().includes('The service is stopped')]).toEqual([
      false,
      true,
    ]);
    Events.last.send('snapshot', { ...rest, service: { ...whole, status: 'off_air' } });
    expect(valueOf(view, 'Token')).toBe('svc_1');
    view.close();
    expect(Events.last.isOpen).toBe(false);
  });
});
