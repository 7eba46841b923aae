// What of a provider shows that it is there: every message, so that it isn't asked then.
import type { Buffer } from 'node:buffer';
import { afterEach, expect, it } from 'vitest';
import { keepAliveRequest } from '../../../adapters/drivers/emberplus/s101.js';
import { message, parameter } from './glow-builder.js';
import { scriptedBench, type ScriptedBench } from './scripted-provider.js';

let used: ScriptedBench | undefined;

afterEach(() => used?.end());

const reports: readonly (readonly [string, () => Buffer])[] = [
  ['values', () => message(parameter('1', { value: true }))],
  ['values of other elements', () => message(parameter('7.1', { value: 3 }))],
  ['its own keep-alive requests', () => keepAliveRequest],
];

it.each(reports)(
  'a provider that sends %s is not asked whether it is there, and stays connected',
  async (_, report) => {
    const bench = (used = await scriptedBench({ 'sig-1': { parameter: 'On' } }, ({ type }) =>
      type === 'directory' ? [message(parameter('1', { identifier: 'On', value: false }))] : [],
    ));
    bench.answerKeepAlives(false);
    await bench.passUntil('the line is connected', () => bench.signalLines.connected('sig-1'));
    for (let second = 0; second < 10; second += 1) {
      bench.send(report());
      await bench.pass(1_000);
    }
    expect([bench.keepAlives(), bench.connections(), bench.signalLines.connected('sig-1')]).toEqual([0, 1, true]);
  },
);
