// Tests of waiting for acknowledgements: results, timeouts and the end of the service.
import fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { acceptedOnly, acknowledgements, timedOut } from '../../../application/commands/acknowledgement.js';
import type { CommandResult } from '../../../application/ports/commands.js';
import { failure } from '../../../domain/failure.js';
import { manualClock } from '../../../simulator/clock.js';
import { commandTo } from '../../support/commands.js';
import { settle } from '../demo-bench.js';

const bench = () => {
  const clock = manualClock(0);
  const device = Promise.withResolvers<CommandResult>();
  const waits = acknowledgements(clock);
  const ends: string[] = [];
  const wait = (timeoutMs: number): void => {
    void waits.within(device.promise, timeoutMs).then((result) => {
      ends.push(E.isRight(result) ? 'acknowledged' : result.left.code);
    });
  };
  return { clock, device, waits, ends, wait };
};

const started = { timeoutMs: 100, result: () => ({ body: { shown: 1 }, plain: 'OK' }) };
const never = new Promise<CommandResult>(() => undefined);
const ignore = (): void => undefined;

describe('an acknowledgement', () => {
  it('counts if it comes before the timeout, and is ignored after it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 1, max: 300 }),
        async (acknowledgedAtMs, timeoutMs) => {
          fc.pre(acknowledgedAtMs !== timeoutMs);
          const { clock, device, ends, wait } = bench();
          clock.after(acknowledgedAtMs, () => {
            device.resolve(E.right(undefined));
          });
          wait(timeoutMs);
          await clock.advance(Math.min(acknowledgedAtMs, timeoutMs) - 1);
          expect(ends).toEqual([]);
          await clock.advance(1);
          const expected = [acknowledgedAtMs < timeoutMs ? 'acknowledged' : 'ack_timeout'];
          expect(ends).toEqual(expected);
          await clock.advance(400);
          expect(ends).toEqual(expected);
          expect(clock.waiting()).toBe(0);
        },
      ),
    );
  });

  it('has the failure that the device reports', async () => {
    const { clock, device, ends, wait } = bench();
    wait(100);
    device.resolve(E.left(failure('device_error', 'no')));
    await settle(clock);
    expect(ends).toEqual(['device_error']);
  });

  it('ends at the timeout with the failure that the device’s state shows, else with ack_timeout', async () => {
    const { clock, waits } = bench();
    const silent = waits.within(never, 100, () => undefined);
    await clock.advance(100);
    expect(await silent).toEqual(E.left(timedOut(100)));
    const shown = failure('device_error', 'something else is on air');
    const answering = waits.within(never, 100, () => shown);
    await clock.advance(100);
    expect(await answering).toEqual(E.left(shown));
  });

  it('ends as ack_timeout for all callers when the service stops, and leaves no timer', async () => {
    const { clock, waits, ends, wait } = bench();
    wait(100);
    wait(30_000);
    waits.abandon();
    await settle(clock);
    expect(ends).toEqual(['ack_timeout', 'ack_timeout']);
    expect(clock.waiting()).toBe(0);
  });

  it('ends at once if it begins after the service has stopped', async () => {
    const { clock, waits, ends, wait } = bench();
    waits.abandon();
    wait(30_000);
    await settle(clock);
    expect([ends, clock.waiting()]).toEqual([['ack_timeout'], 0]);
  });
});

describe('an action', () => {
  /** Records the results of an action. */
  const recorder = () => {
    const results: string[] = [];
    const onResult = (result: CommandResult): void => {
      results.push(E.isRight(result) ? 'acknowledged' : result.left.code);
    };
    return { results, onResult };
  };

  it('with wait=0 is accepted at once, and its result is reported later', async () => {
    const { clock, waits, device } = bench();
    const { results, onResult } = recorder();
    const response = waits.await({ ...started, acknowledged: device.promise, wait: false }, onResult);
    await expect(response).resolves.toEqual(E.right(acceptedOnly));
    expect(results).toEqual([]);
    await clock.advance(100);
    expect(results).toEqual(['ack_timeout']);
    expect(clock.waiting()).toBe(0);
    device.resolve(E.right(undefined));
    await settle(clock);
    expect(results).toEqual(['ack_timeout', 'acknowledged']);
  });

  it('reports its result before the response to its caller', async () => {
    const { waits, device } = bench();
    const { results, onResult } = recorder();
    const response = waits.await({ ...started, acknowledged: device.promise, wait: true }, onResult);
    device.resolve(E.right(undefined));
    const resultsThen = await response.then(() => [...results]);
    expect(resultsThen).toContain('acknowledged');
  });

  it('returns the record as it is after the acknowledgement', async () => {
    const { waits, device } = bench();
    let shown = 'before';
    const result = () => ({ body: { shown }, plain: 'OK' });
    const response = waits.await({ ...started, result, acknowledged: device.promise, wait: true }, ignore);
    shown = 'after';
    device.resolve(E.right(undefined));
    await expect(response).resolves.toEqual(E.right({ body: { shown: 'after' }, plain: 'OK' }));
  });

  it('that was not acknowledged names its timeout, its devices and where its end is shown', () => {
    const commands = [
      commandTo.switch('sig-1', true),
      commandTo.recall('cam-1', 'wide'),
      commandTo.switch('sig-1', false),
    ];
    const texts = [timedOut(100), timedOut(100, commands, 'a-1')].map(({ message }) => message);
    expect(texts).toEqual([
      'no acknowledgement within 100 ms; the command may still take effect',
      'no acknowledgement from the signal "sig-1" and the camera "cam-1" within 100 ms; ' +
        'the command may still take effect: see /api/v2/actions/a-1',
    ]);
  });

  it('ends with its timeout', async () => {
    const { clock, waits } = bench();
    const response = waits.await({ ...started, acknowledged: never, wait: true }, ignore);
    await clock.advance(100);
    await expect(response).resolves.toEqual(E.left(timedOut(100)));
  });
});
