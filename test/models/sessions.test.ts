// Random sessions of calls and steering, recorded and replayed over HTTP. `SESSIONS` chooses their number.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { replayed, startRecording, type RecordedStudio } from '../infra/simulated/session/bench.js';

const sessions = Number(process.env['SESSIONS'] ?? 5);

/** A step of a session: a call of a panel, which may wait for its device, or a call of the steering. */
type Step =
  | { readonly call: string; readonly headers?: Record<string, string>; readonly method?: string }
  | { readonly method: string; readonly path: string; readonly body?: unknown };

const actions = [
  '/signals/red-light/toggle',
  '/signals/mic-live/on?wait=0',
  '/plain/signals/red-light/off?timeout=300',
  '/signals/nowhere/on',
  '/outputs/main/play?clip=weather',
  '/plain/outputs/wall/play?scene=left&clip=sting&bank=music&token=unknown',
  '/outputs/main/stop',
  '/cameras/cam-1/angles/close/recall',
  '/macros/mac-1/run',
  '/macros/mac-1/stop',
  '/variables/Headline/set?value=On%20air',
  '/state',
  '/signals',
  '/plain/outputs/main',
  '/core',
  '/actions',
  '/system/calls',
  '/openapi.json',
  '/plain/metrics',
];

const faults = [{ type: 'lost', commands: 1 }, { type: 'late', delayMs: 80 }, { type: 'refused' }, { type: 'frozen' }];

const device = fc.constantFrom('sig-1', 'sig-2', 'cam-1', 'out-1', 'out-2');

const steering: fc.Arbitrary<Step> = fc
  .oneof(
    { arbitrary: fc.integer({ min: 0, max: 400 }).map((ms) => ['POST', '/clock/step', { ms }] as const), weight: 4 },
    fc.tuple(
      fc.constant('PUT'),
      device.map((id) => `/devices/${id}/fault`),
      fc.constantFrom(...faults),
    ),
    device.map((id) => ['DELETE', `/devices/${id}/fault`] as const),
    fc.constantFrom(
      ['PUT', '/devices/sig-3/state', { on: true }] as const,
      ['PUT', '/devices/out-1/state', { scenes: [{ id: 'full', run: null }] }] as const,
      ['PUT', '/script', { entries: [{ atMs: 50, device: 'sig-1', fault: { type: 'offline' } }] }] as const,
      ['GET', '/commands?limit=5'] as const,
      ['GET', '/snapshot'] as const,
      ['POST', '/reset', {}] as const,
      ['POST', '/nowhere', {}] as const,
    ),
  )
  .map(([method, path, body]) => ({ method, path, body }));

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    call: fc.constantFrom(...actions),
    headers: fc.constantFrom(
      {},
      { authorization: 'Bearer unknown' },
      { 'idempotency-key': 'key-1' },
      { origin: 'http://a.example' },
    ),
    method: fc.constantFrom('GET', 'GET', 'POST'),
  }),
  steering,
);

const perform = async ({ serviceUrl, steer }: RecordedStudio, steps: readonly Step[]): Promise<void> => {
  const pending: Promise<unknown>[] = [];
  let answered = 0;
  for (const one of steps) {
    if ('path' in one) await steer(one.method, one.path, one.body);
    else
      pending.push(
        fetch(serviceUrl + one.call, { method: one.method ?? 'GET', headers: one.headers ?? {} })
          .then((response) => response.text())
          .finally(() => (answered += 1)),
      );
  }
  // A call may arrive after a step.
  while (answered < pending.length) await steer('POST', '/clock/step', { ms: 5_000 });
  await Promise.all(pending);
};

describe('any session', { timeout: 3_600_000 }, () => {
  it('@REPLAY-1: replays to the same answers', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 2 ** 31 - 1 }),
        fc.array(step, { maxLength: 30 }),
        async (seed, steps) => {
          const studio = await startRecording({ SIMULATOR_SEED: String(seed) });
          await perform(studio, steps);
          expect(await replayed(await studio.stop())).toBeUndefined();
        },
      ),
      { numRuns: sessions },
    );
  });
});
