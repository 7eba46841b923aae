// One connection of Companion over its life: what it shows, presses, other settings, the passing of time, and its end.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StudioControlInstance } from '../../../adapters/companion/instance.js';
import {
  answer,
  closeInstance,
  lamp,
  openInstance,
  pass,
  press,
  sendLamp,
  settings,
  shown,
  streams,
  values,
} from './instance-bench.js';
import { sampleStudio } from './sample-studio.js';

// The delays of the module are on the clock of the test too.
vi.mock('node:timers/promises', () => ({
  setTimeout: (ms: number) => new Promise((resolve) => void setTimeout(resolve, ms)),
}));

let instance: StudioControlInstance;

beforeEach(async () => {
  instance = await openInstance();
});

afterEach(() => closeInstance(instance));

/** Makes the module read the studio again. */
const reset = (): void => {
  streams.get('first:3002')?.('event: reset\ndata: {}\n\n');
};

const isLit = (): unknown =>
  shown.feedbacks.at(-1)?.['signal_on']?.callback({ options: { id: 'lamp' } } as never, {} as never);

/** Answers with another state of the studio from now on. */
const serve = (changes: object): void => {
  vi.stubGlobal('fetch', (url: URL, init: RequestInit) =>
    url.pathname === '/api/v2/state'
      ? Promise.resolve(new Response(JSON.stringify({ ok: true, ...sampleStudio.state, ...changes })))
      : answer(url, init),
  );
};

/** Answers nothing from now on. */
const fail = (error: Error): void => {
  vi.stubGlobal('fetch', () => Promise.reject(error));
};

describe('a feedback', () => {
  it('is checked at each change, and holds by the newest state', async () => {
    expect(isLit()).toBe(false);
    for (const value of [true, false]) {
      const { checks } = shown;
      sendLamp('first', value);
      await pass(100);
      expect([shown.checks > checks, isLit()]).toEqual([true, value]);
    }
  });

  it('is checked when the studio is read anew', async () => {
    serve({ signals: [{ ...lamp, value: true }, ...(sampleStudio.state.signals ?? []).slice(1)] });
    const { checks } = shown;
    reset();
    await pass(100);
    expect([shown.checks > checks, isLit()]).toEqual([true, true]);
  });

  it('is checked when the connection is lost, and holds no longer', async () => {
    sendLamp('first', true);
    await pass(100);
    expect(isLit()).toBe(true);
    fail(new Error('lost'));
    const { checks } = shown;
    await pass(40_000);
    expect(shown.statuses.at(-1)).not.toBe('ok');
    expect(shown.checks).toBeGreaterThan(checks);
    expect(isLit()).toBe(false);
  });
});

it('a remaining time is counted on twice a second', async () => {
  const [output, ...others] = sampleStudio.state.outputs ?? [];
  const scenes = output?.scenes.map((scene) => ({ ...scene, clip: 'opener', bank: 'news', remainingMs: 60_000 }));
  serve({ outputs: [{ ...output, scenes }, ...others] });
  reset();
  await pass(400);
  const before = shown.variables.length;
  await pass(3_000);
  const times = shown.variables.slice(before).map((changed) => changed['output_main_full_remaining']);
  expect(times).toEqual(['0:59', '0:58', '0:57']);
});

it('the ready buttons show variables of the label of the connection', () => {
  expect(shown.presets.at(-1)?.['shown alarms']).toMatchObject({
    style: {
      text: String.raw`Alarms
$(panel:alarms)`,
    },
  });
});

describe('a status', () => {
  it('has the message of what failed, and none while nothing does', async () => {
    expect(shown.reasons).toEqual([undefined, undefined]);
    fail(new Error('fetch failed', { cause: new Error('connect ECONNREFUSED') }));
    await instance.configUpdated(settings('second'));
    await pass(10);
    expect([shown.statuses.at(-1), shown.reasons.at(-1)]).toEqual(['connection_failure', 'connect ECONNREFUSED']);
  });

  it('states what is wrong with the settings', async () => {
    await instance.configUpdated(settings(''));
    expect(shown.reasons.at(-1)).toBe('Enter the name or address of the service');
  });
});

it('a connection at rest sends nothing, and a change sends its own variable alone', async () => {
  expect(shown.statuses).toEqual(['connecting', 'ok']);
  const before = shown.variables.length;
  await pass(5_000);
  expect(shown.variables.slice(before)).toEqual([]);
  sendLamp('first', true);
  await pass(5_000);
  expect(shown.variables.slice(before)).toEqual([{ signal_lamp: 'on' }]);
});

it('settings without an address leave nothing lit and no variable filled', async () => {
  sendLamp('first', true);
  await pass(100);
  const { checks } = shown;
  await instance.configUpdated(settings(''));
  expect(shown.statuses.at(-1)).toBe('bad_config');
  expect(shown.checks).toBeGreaterThan(checks);
  await pass(5_000);
  expect(Object.entries(values()).filter(([, value]) => value !== '')).toEqual([]);
});

it('settings of another service end the connection to the first, whose events change nothing', async () => {
  const send = streams.get('first:3002');
  await instance.configUpdated(settings('second'));
  await pass(100);
  expect(shown.statuses).toEqual(['connecting', 'ok', 'connecting', 'ok']);
  expect(() => send?.('event: signal\ndata: {}\n\n')).toThrow();
  sendLamp('second', true);
  await pass(10_000);
  expect([values()['signal_lamp'], shown.statuses.length]).toEqual(['on', 4]);
});

it('what the first service answers after other settings changes nothing', async () => {
  const state = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', (url: URL, init: RequestInit) =>
    url.href === 'http://slow:3002/api/v2/state' ? state.promise : answer(url, init),
  );
  await instance.configUpdated(settings('slow'));
  await instance.configUpdated(settings('second'));
  await pass(100);
  const before = shown.variables.length;
  state.resolve(new Response(JSON.stringify({ ok: true, ...sampleStudio.state, signals: [{ ...lamp, value: true }] })));
  await pass(1_000);
  expect(shown.variables.slice(before)).toEqual([]);
});

it('a connection that ends leaves no timer behind', async () => {
  await instance.destroy();
  await pass(0);
  expect(vi.getTimerCount()).toBe(0);
});

describe('a press', () => {
  const answering = (answers: (url: URL) => Promise<Response> | undefined): URL[] => {
    const posted: URL[] = [];
    vi.stubGlobal('fetch', (url: URL, init: RequestInit) => {
      if (init.method !== 'POST') return answer(url, init);
      posted.push(url);
      return answers(url) ?? Promise.resolve(new Response('{"ok":true}'));
    });
    return posted;
  };
  const refusal = () => new Response('{"ok":false,"error":"conflict","message":"not now"}', { status: 409 });

  it('shows why it failed, until another one succeeds', async () => {
    answering(({ pathname }) => (pathname.includes('door') ? Promise.resolve(refusal()) : undefined));
    await press('door');
    expect(values()['last_error']).toBe('conflict: not now');
    await press();
    expect(values()['last_error']).toBe('');
    await press(' ');
    expect(values()['last_error']).toBe('bad_config: the field "id" is empty');
  });

  it('is over while the service does not answer, and is not sent later', async () => {
    const posted: URL[] = [];
    let isUp = false;
    vi.stubGlobal('fetch', (url: URL, init: RequestInit) => {
      if (init.method === 'POST') posted.push(url);
      return isUp ? answer(url, init) : Promise.reject(new TypeError('fetch failed'));
    });
    await instance.configUpdated(settings('second'));
    await pass(100);
    await press();
    expect(values()['last_error']).toMatch(/^not_connected: .*nothing was sent$/);
    isUp = true;
    await instance.configUpdated(settings('second'));
    await pass(100);
    expect([posted, shown.statuses.at(-1)]).toEqual([[], 'ok']);
    await press();
    expect(posted).toHaveLength(1);
  });

  it('is sent to the service of the present settings, and nowhere without any', async () => {
    const posted = answering(() => undefined);
    await instance.configUpdated(settings('second'));
    await pass(100);
    await press();
    expect(posted.map(({ host }) => host)).toEqual(['second:3002']);
    await instance.configUpdated(settings(''));
    await press();
    expect(posted).toHaveLength(1);
    expect(values()['last_error']).toBe('bad_config: the connection has no valid settings');
  });

  const posting = (answers: (signal: AbortSignal | null | undefined) => Promise<Response>): void => {
    vi.stubGlobal('fetch', (url: URL, init: RequestInit) =>
      init.method === 'POST' ? answers(init.signal) : answer(url, init),
    );
  };

  it('is an error in the log if it fails, and else a detail', async () => {
    posting(() =>
      Promise.resolve(new Response('{"ok":false,"error":"conflict","message":"not now"}', { status: 409 })),
    );
    await press();
    posting(() => Promise.resolve(new Response('{"ok":true}')));
    await press();
    expect(shown.logs).toEqual([
      'error Switch on (signal.on): conflict: not now',
      'debug Switch on (signal.on): acknowledged',
    ]);
  });

  it('that takes long ends for Companion after 4 s, and reports its result when it arrives', async () => {
    const result = Promise.withResolvers<Response>();
    posting(() => result.promise);
    let isOver = false;
    const callback = shown.actions.at(-1)?.['signal.on']?.callback;
    void Promise.resolve(callback?.({ options: { id: 'lamp' } } as never, {} as never)).then(() => (isOver = true));
    await pass(3_900);
    expect(isOver).toBe(false);
    await pass(200);
    expect([isOver, shown.logs, values()['last_error']]).toEqual([true, [], undefined]);
    result.resolve(new Response('{"ok":false,"error":"ack_timeout","message":"late"}', { status: 424 }));
    await pass(0);
    expect(values()['last_error']).toBe('ack_timeout: late');
  });
});

it('the definitions are sent when they change, and not each time the studio is read', async () => {
  const send = streams.get('first:3002');
  send?.('event: reset\ndata: {}\n\n');
  await pass(100);
  expect(shown.actions).toHaveLength(1);
  const renamed = { ...sampleStudio.state, signals: [{ ...lamp, name: 'Lantern' }] };
  vi.stubGlobal('fetch', (url: URL, init: RequestInit) =>
    url.pathname === '/api/v2/state'
      ? Promise.resolve(new Response(JSON.stringify({ ok: true, ...renamed })))
      : answer(url, init),
  );
  for (const times of [1, 2]) {
    send?.('event: reset\ndata: {}\n\n');
    await pass(100);
    expect(shown.actions, `reset ${String(times)}`).toHaveLength(2);
  }
});
