// One connection of Companion over its life: other settings, the passing of time, and its end. The service is one that this
// process answers for, and the timers are the test's.
import type { CompanionActionDefinitions } from '@companion-module/base';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StudioControlInstance } from '../../adapters/companion/instance.js';
import { sampleStudio } from './sample-studio.js';

/** What Companion received. */
interface Shown {
  readonly statuses: string[];
  readonly variables: Readonly<Record<string, unknown>>[];
  readonly actions: CompanionActionDefinitions[];
  checks: number;
}

const shown: Shown = { statuses: [], variables: [], actions: [], checks: 0 };

/** The module without a host: it notes what it would send. */
class NotingInstance extends StudioControlInstance {
  override log = (): void => undefined;
  override updateStatus = (status: string | null): void => void shown.statuses.push(String(status));
  override setActionDefinitions = (actions: CompanionActionDefinitions): void => void shown.actions.push(actions);
  override setFeedbackDefinitions = (): void => undefined;
  override setVariableDefinitions = (): void => undefined;
  override setPresetDefinitions = (): void => undefined;
  override setVariableValues = (values: Readonly<Record<string, unknown>>): void => void shown.variables.push(values);
  override checkFeedbacks = (): void => void (shown.checks += 1);
}

const lamp = sampleStudio.state.signals?.[0];

const post = {
  operationId: 'signal.on.post',
  summary: 'Switch on',
  parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
};

const bodies: Readonly<Record<string, unknown>> = {
  '/api/v2/state': sampleStudio.state,
  '/api/v2/openapi.json': { info: { version: '1' }, paths: { '/api/v2/signals/{id}/on': { post } } },
  '/api/v2': { version: '1' },
  '/api/v2/alarms': { alarms: [] },
  '/api/v2/health': { status: 'ok' },
};

/** Sends an event on the stream of a service, by its host. */
const streams = new Map<string, (text: string) => void>();

const streamTo = (host: string, signal: AbortSignal | null | undefined): Response => {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      streams.set(host, (text) => {
        controller.enqueue(Buffer.from(text));
      });
      signal?.addEventListener('abort', () => {
        controller.error(signal.reason);
      });
    },
  });
  return new Response(body);
};

/** Answers for each service. */
const answer = ({ host, pathname }: URL, { signal }: RequestInit): Promise<Response> => {
  const body = bodies[pathname] ?? { clips: [], angles: [] };
  return Promise.resolve(pathname === '/api/v2/events' ? streamTo(host, signal) : new Response(JSON.stringify(body)));
};

let instance: StudioControlInstance;

const settings = (host: string) => ({ host, port: 3_002, token: '' });

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

const sendLamp = (host: string, value: boolean): void => {
  const data = JSON.stringify({ signal: { ...lamp, value } });
  streams.get(`${host}:3002`)?.(`id: run-2\nevent: signal\ndata: ${data}\n\n`);
};

/** Presses the button of a signal. */
const press = async (id = 'lamp'): Promise<void> => {
  const pressed = shown.actions.at(-1)?.['signal.on']?.callback({ options: { id } } as never, {} as never);
  await pass(100);
  await pressed;
};

/** The values that Companion has. */
const values = (): Readonly<Record<string, unknown>> =>
  Object.assign({}, ...shown.variables) as Record<string, unknown>;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  vi.stubGlobal('fetch', answer);
  const before = process.listeners('message');
  instance = new NotingInstance({ id: 'studio', upgradeScripts: [], _isInstanceBaseProps: true });
  for (const listener of process.listeners('message'))
    if (!before.includes(listener)) process.removeListener('message', listener);
  await instance.init(settings('first'));
  await pass(100);
});

afterEach(async () => {
  await instance.destroy();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  Object.assign(shown, { checks: 0 });
  for (const list of [shown.statuses, shown.variables, shown.actions]) list.length = 0;
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
  await pass(20_000);
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
  state.resolve(new Response(JSON.stringify({ ...sampleStudio.state, signals: [{ ...lamp, value: true }] })));
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
      return answers(url) ?? Promise.resolve(new Response('{}'));
    });
    return posted;
  };
  const refusal = () => new Response('{"error":"conflict","message":"not now"}', { status: 409 });

  it('shows why it failed, until another one succeeds', async () => {
    answering(({ pathname }) => (pathname.includes('door') ? Promise.resolve(refusal()) : undefined));
    await press('door');
    expect(values()['last_error']).toBe('conflict: not now');
    await press();
    expect(values()['last_error']).toBe('');
    await press(' ');
    expect(values()['last_error']).toBe('bad_config: the field "id" is empty');
  });

  it('is sent to the service of the present settings, and nowhere without any', async () => {
    const posted = answering(() => undefined);
    await instance.configUpdated(settings('second'));
    await press();
    expect(posted.map(({ host }) => host)).toEqual(['second:3002']);
    await instance.configUpdated(settings(''));
    await press();
    expect(posted).toHaveLength(1);
    expect(values()['last_error']).toBe('bad_config: the connection has no valid settings');
  });
});

it('the definitions are sent when they change, and not each time the studio is read', async () => {
  const send = streams.get('first:3002');
  send?.('event: reset\ndata: {}\n\n');
  await pass(100);
  expect(shown.actions).toHaveLength(1);
  const renamed = { ...sampleStudio.state, signals: [{ ...lamp, name: 'Lantern' }] };
  vi.stubGlobal('fetch', (url: URL, init: RequestInit) =>
    url.pathname === '/api/v2/state' ? Promise.resolve(new Response(JSON.stringify(renamed))) : answer(url, init),
  );
  for (const times of [1, 2]) {
    send?.('event: reset\ndata: {}\n\n');
    await pass(100);
    expect(shown.actions, `reset ${String(times)}`).toHaveLength(2);
  }
});
