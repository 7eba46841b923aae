// When the driver asks a silent provider for a sign of life, and when it gives the connection up.
import type { Buffer } from 'node:buffer';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KeepAlive } from '../../../../adapters/drivers/emberplus/keep-alive.js';
import { keepAliveRequest } from '../../../../adapters/drivers/emberplus/s101.js';
import { type ManualClock, manualClock } from '../../../../simulator/clock.js';
import { message, parameter } from './glow-builder.js';
import { type ScriptedBench, scriptedBench } from './scripted-provider.js';

describe('when the driver asks a silent provider for a sign of life, and when it gives the connection up', () => {
  let clock: ManualClock;
  let keepAlive: KeepAlive;
  let done: string[];

  beforeEach(() => {
    clock = manualClock();
    done = [];
    keepAlive = new KeepAlive(clock, {
      send: () => {
        done.push('asked');
        keepAlive.sent();
      },
      drop: (reason) => void done.push(reason),
    });
    keepAlive.start();
  });

  it('asks from two seconds of silence on, and drops the connection after five', async () => {
    await clock.advance(1_999);
    expect(done).toEqual([]);
    await clock.advance(1);
    expect(done).toEqual(['asked']);
    await clock.advance(2_999);
    expect(done).toEqual(['asked', 'asked', 'asked']);
    await clock.advance(60_000);
    expect(done.slice(3)).toEqual(['the provider was silent for 5000 ms']);
  });

  it('shows a provider that sends all the time that the service is there', async () => {
    for (let second = 0; second < 10; second += 1) {
      keepAlive.received();
      await clock.advance(1_000);
    }
    expect(done).toEqual(Array(5).fill('asked'));
  });

  it('asks nothing while both sides send, and ends when it is stopped', async () => {
    for (let second = 0; second < 60; second += 1) {
      keepAlive.received();
      keepAlive.sent();
      await clock.advance(1_000);
    }
    keepAlive.stop();
    await clock.advance(60_000);
    expect(done).toEqual([]);
  });
});

describe('what of a provider shows that it is there', () => {
  let used: ScriptedBench | undefined;

  afterEach(() => used?.end());

  /** What a provider sends, and how many keep-alive requests it gets in ten seconds. An answer to its own is a sign of life too. */
  const reports: readonly (readonly [string, () => Buffer, number])[] = [
    ['values', () => message(parameter('1', { value: true })), 5],
    ['values of other elements', () => message(parameter('7.1', { value: 3 })), 5],
    ['its own keep-alive requests', () => keepAliveRequest, 0],
  ];

  it.each(reports)(
    'a provider that sends %s stays connected, and receives something every two seconds',
    async (_, report, requests) => {
      const bench = (used = await scriptedBench({ 'sig-1': { parameter: 'On' } }, ({ type }) =>
        type === 'directory' ? [message(parameter('1', { identifier: 'On', value: false }))] : [],
      ));
      bench.answerKeepAlives(false);
      await bench.passUntil('the line is connected', () => bench.signalLines.connected('sig-1'));
      for (let second = 0; second < 10; second += 1) {
        bench.send(report());
        await bench.pass(1_000);
      }
      expect([bench.keepAlives(), bench.connections(), bench.signalLines.connected('sig-1')]).toEqual([
        requests,
        1,
        true,
      ]);
    },
  );
});
