// What the Ember+ driver survives: providers that are silent, number their elements anew or send nonsense.
import { Buffer } from 'node:buffer';
import * as E from 'fp-ts/lib/Either.js';
import { afterEach, describe, expect, it } from 'vitest';
import { packets } from '../../../../simulator/emberplus/s101.js';
import { sendError, sentCommand } from '../../../contracts/device-commands.js';
import { message, parameter } from './glow-builder.js';
import { scriptedBench, type ScriptedBench } from './scripted-provider.js';

const closers: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const scripted = async (...initial: readonly Buffer[]): Promise<ScriptedBench> => {
  const bench = await scriptedBench({ 'sig-1': { parameter: 'On' } }, ({ type }) =>
    type === 'directory' ? initial : [],
  );
  closers.push(bench.end);
  return bench;
};

const on = message(parameter('1', { identifier: 'On', value: false, access: 3 }));

const connected = async (): Promise<ScriptedBench> => {
  const bench = await scripted(on);
  await bench.passUntil('the line is connected', () => bench.signalLines.connected('sig-1'));
  return bench;
};

describe('a provider', () => {
  it('that numbers its elements anew is searched anew after a reconnect', async () => {
    const bench = await connected();
    bench.script(() => [message(parameter('9', { identifier: 'On', value: true, access: 3 }))]);
    bench.send(Buffer.from('fe000e0101ffffff', 'hex'));
    await bench.passUntil('it is connected again', () => bench.signalLines.value('sig-1') === true);
    sentCommand(bench.signalLines.switch('sig-1', false));
    await bench.passUntil('the request', () => bench.received.some(({ type, at }) => type === 'set' && at === '9'));
  });

  it('that takes no requests gets a bounded number of them', async () => {
    const bench = await connected();
    bench.answerKeepAlives(false);
    for (let command = 0; command < 200_000; command += 1) {
      if (E.isLeft(bench.signalLines.switch('sig-1', command % 2 === 0))) break;
    }
    expect(sendError(bench.signalLines.switch('sig-1', true))).toBe('device_unavailable');
    await bench.passUntil('the next connection', () => bench.connections() > 1);
  });
});

/** Packets of a message that doesn't end: none of them is the last one. */
const endlessMessage = (): Buffer => {
  const middle = packets(Buffer.alloc(3_000)).toString('hex').split('fffe')[1] ?? '';
  return Buffer.concat(Array.from({ length: 1_100 }, () => Buffer.from(`fe${middle}ff`, 'hex')));
};

describe('nonsense from a provider', () => {
  it.each([
    ['a frame', () => Buffer.concat([Buffer.of(0xfe), Buffer.alloc(70_000)])],
    ['a message', endlessMessage],
  ])('that is %s without an end is cut off', async (_, bytes) => {
    const bench = await connected();
    bench.send(bytes());
    await bench.passUntil('the next connection', () => bench.connections() > 1);
    await bench.passUntil('the line is connected', () => bench.signalLines.connected('sig-1'));
  });
});
