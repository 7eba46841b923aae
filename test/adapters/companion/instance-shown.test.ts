// What Companion shows of a connection: its feedbacks, remaining times, ready buttons, messages and log.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StudioControlInstance } from '../../../adapters/companion/instance.js';
import { answer, closeInstance, openInstance, pass, press, sendLamp, settings } from './instance-bench.js';
import { lamp, shown, streams, values } from './instance-bench.js';
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
      ? Promise.resolve(new Response(JSON.stringify({ ...sampleStudio.state, ...changes })))
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

describe('a press', () => {
  const posting = (answers: (signal: AbortSignal | null | undefined) => Promise<Response>): void => {
    vi.stubGlobal('fetch', (url: URL, init: RequestInit) =>
      init.method === 'POST' ? answers(init.signal) : answer(url, init),
    );
  };

  it('is an error in the log if it fails, and else a detail', async () => {
    posting(() => Promise.resolve(new Response('{"error":"conflict","message":"not now"}', { status: 409 })));
    await press();
    posting(() => Promise.resolve(new Response('{}')));
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
    result.resolve(new Response('{"error":"ack_timeout","message":"late"}', { status: 424 }));
    await pass(0);
    expect(values()['last_error']).toBe('ack_timeout: late');
  });

  it('waits as long as its button states', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    posting(() => Promise.resolve(new Response('{}')));
    await shown.actions
      .at(-1)
      ?.['signal.on']?.callback({ options: { id: 'lamp', timeout: 300 } } as never, {} as never);
    expect(timeout.mock.calls).toEqual([[5_300]]);
    timeout.mockRestore();
  });
});
