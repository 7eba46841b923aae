// What of a provider shows that it is there: every message, so that it isn't asked then.
import type { Buffer } from 'node:buffer';
import { afterEach, expect, it } from 'vitest';
import { keepAliveRequest } from '../../../adapters/drivers/emberplus/s101.js';
import { message, parameter } from './glow-builder.js';
import { scriptedBench, type ScriptedBench } from './scripted-provider.js';

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
