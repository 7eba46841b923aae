// What the Ember+ driver survives: providers that are silent, number their elements anew or send nonsense.
import { Buffer } from 'node:buffer';
import * as E from 'fp-ts/lib/Either.js';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { packets } from '../../../../simulator/emberplus/s101.js';
import { commandResults, sendError, sentCommand } from '../../../contracts/device-commands.js';
import { message, node, parameter } from './glow-builder.js';
import { scriptedBench, type ScriptedBench } from './scripted-provider.js';
import { commandTo } from '../../../support/commands.js';

const answers = Number(process.env['DEVICE_FUZZ'] ?? 300);

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
  it('that answers no keep-alive requests is lost after 5 s, and its commands fail', async () => {
    const bench = await connected();
    bench.answerKeepAlives(false);
    bench.script(() => []);
    const sent = sentCommand(bench.signalLines.send(commandTo.switch('sig-1', true)));
    await bench.pass(4_500);
    expect(bench.connections()).toBe(1);
    await bench.pass(1_500);
    expect(await commandResults(sent)).toEqual(['device_error', 'device_error']);
    await bench.passUntil('the next connection', () => bench.connections() > 1);
    expect(bench.received.filter(({ type }) => type === 'set')).toHaveLength(1);
  });

  it('that answers keep-alive requests stays connected', async () => {
    const bench = await connected();
    await bench.pass(30_000);
    expect(bench.connections()).toBe(1);
    expect(bench.keepAlives()).toBeGreaterThan(5);
    expect(bench.signalLines.connected('sig-1')).toBe(true);
  });

  it('that numbers its elements anew is searched anew after a reconnect', async () => {
    const bench = await connected();
    bench.script(() => [message(parameter('9', { identifier: 'On', value: true, access: 3 }))]);
    bench.send(Buffer.from('fe000e0101ffffff', 'hex'));
    await bench.passUntil('it is connected again', () => bench.signalLines.value('sig-1') === true);
    sentCommand(bench.signalLines.send(commandTo.switch('sig-1', false)));
    await bench.passUntil('the request', () => bench.received.some(({ type, at }) => type === 'set' && at === '9'));
  });

  it('that takes no requests gets a bounded number of them', async () => {
    const bench = await connected();
    bench.answerKeepAlives(false);
    for (let command = 0; command < 200_000; command += 1) {
      if (E.isLeft(bench.signalLines.send(commandTo.switch('sig-1', command % 2 === 0)))) break;
    }
    expect(sendError(bench.signalLines.send(commandTo.switch('sig-1', true)))).toBe('device_unavailable');
    await bench.passUntil('the next connection', () => bench.connections() > 1);
  });
});

/** Packets of a message that doesn't end: none of them is the last one. */
const endlessMessage = (): Buffer => {
  const middle = packets(Buffer.alloc(3_000)).toString('hex').split('fffe')[1] ?? '';
  return Buffer.concat(Array.from({ length: 1_100 }, () => Buffer.from(`fe${middle}ff`, 'hex')));
};

describe('nonsense from a provider', () => {
  const payload = fc.uint8Array({ maxLength: 80 }).map((bytes) => packets(Buffer.from(bytes)));
  const damaged = fc
    .tuple(
      fc.constantFrom(on, message(node('1', { identifier: 'On' }), parameter('1.2', { identifier: 'x', value: 'y' }))),
      fc.nat(),
      fc.uint8Array({ minLength: 1, maxLength: 4 }),
    )
    .map(([frame, at, bytes]) => {
      const content = Buffer.from(frame.subarray(10, -3));
      content.set(bytes.subarray(0, content.length), at % Math.max(1, content.length - bytes.length));
      return packets(content);
    });
  const raw = fc.uint8Array({ minLength: 1, maxLength: 200 }).map((bytes) => Buffer.from(bytes));

  it('crashes nothing, confirms nothing, and the next provider is read', { timeout: 900_000 }, async () => {
    const bench = await scripted();
    await fc.assert(
      fc.asyncProperty(fc.oneof(payload, damaged, raw), fc.boolean(), async (bytes, isFirst) => {
        // Before a line is found, and after.
        bench.script(({ type }) => (type === 'directory' ? [...(isFirst ? [] : [on]), bytes] : []));
        bench.send(bytes);
        // Long enough for the next connection.
        await bench.leap(510);
        const sent = bench.signalLines.send(commandTo.switch('sig-1', true));
        const results = E.isLeft(sent) ? [] : await commandResults(sent.right);
        expect(results).not.toContain('done');
      }),
      { numRuns: answers },
    );
    bench.script(({ type }) => (type === 'directory' ? [on] : []));
    bench.send(Buffer.from('fe000e0101ffffff', 'hex'));
    await bench.passUntil('the line is connected', () => bench.signalLines.connected('sig-1'));
  });

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
