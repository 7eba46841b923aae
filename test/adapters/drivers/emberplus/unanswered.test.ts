// Questions and commands that a provider leaves unanswered, or answers late: when the driver asks again, and what counts then.
import { Buffer } from 'node:buffer';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { packets } from '../../../../simulator/emberplus/s101.js';
import { commandResults, sendError, sentCommand } from '../../../contracts/device-commands.js';
import { closedAfterEach } from '../../../support/closed-after-each.js';
import { eventually } from '../../../support/eventually.js';
import { message, node, parameter } from './glow-builder.js';
import { scriptedBench, type Script, type ScriptedBench } from './scripted-provider.js';
import { commandTo } from '../../../support/commands.js';

const closers = closedAfterEach();

const answer = (value: boolean): Buffer => message(parameter('1', { identifier: 'On', value, access: 3 }));
const change = (value: boolean): Buffer => message(parameter('1', { value }));

const connected = async (script: Script = ({ type }) => (type === 'directory' ? [answer(false)] : [])) => {
  const bench = await scriptedBench({ 'sig-1': { parameter: 'On' } }, script);
  closers.push(bench.end);
  await bench.passUntil('the line is connected', () => bench.signalLines.connected('sig-1'));
  return bench;
};

/** How often the value was asked for. */
const questions = ({ received }: ScriptedBench): number =>
  received.filter(({ type, at }) => type === 'directory' && at === '1').length;

describe('a command that the provider does not answer', () => {
  it('is confirmed by the answer to a later question, after one that was lost', async () => {
    const bench = await connected();
    bench.script(({ type }) => (type === 'directory' && questions(bench) === 3 ? [answer(true)] : []));
    const sent = sentCommand(bench.signalLines.send(commandTo.switch('sig-1', true)));
    await bench.pass(900);
    expect(await commandResults(sent)).toEqual(['done', 'done']);
    await bench.pass(1_000);
    expect(questions(bench)).toBe(3);
  });

  it('does not count after the connection was lost, like those before it: the first report confirms the next one', async () => {
    const bench = await connected();
    bench.script(() => []);
    sentCommand(bench.signalLines.send(commandTo.switch('sig-1', true)));
    sentCommand(bench.signalLines.send(commandTo.switch('sig-1', false)));
    const lost = sentCommand(bench.signalLines.send(commandTo.switch('sig-1', true)));
    bench.send(Buffer.from('fe000e0101ffffff', 'hex'));
    await bench.passUntil('it is lost', () => !bench.signalLines.connected('sig-1'));
    expect(await commandResults(lost)).toEqual(['device_error', 'device_error']);
    bench.script(({ type }) => (type === 'directory' ? [answer(false)] : []));
    await bench.passUntil('it is back', () => bench.signalLines.connected('sig-1'));
    bench.script(({ type }) => (type === 'set' ? [change(true)] : []));
    const sent = sentCommand(bench.signalLines.send(commandTo.switch('sig-1', true)));
    await bench.pass(100);
    expect(await commandResults(sent)).toEqual(['done', 'done']);
  });

  it('does not count after a reload has removed its line', async () => {
    const bench = await connected();
    bench.script(() => []);
    sentCommand(bench.signalLines.send(commandTo.switch('sig-1', true)));
    const layout = bench.current.layout;
    const without = layout.signals.map(({ line: _, ...signal }) => signal);
    bench.current.replace({ ...layout, signals: without });
    bench.script(({ type }) => (type === 'directory' ? [answer(false)] : [change(true)]));
    bench.current.replace(layout);
    await bench.pass(100);
    const sent = sentCommand(bench.signalLines.send(commandTo.switch('sig-1', true)));
    await bench.pass(100);
    expect(await commandResults(sent)).toEqual(['done', 'done']);
  });
});

describe('an answer that comes after the next command', () => {
  it('is no refusal of that: the value is asked for once more', async () => {
    const bench = await connected();
    bench.script(({ type }) => (type === 'set' ? [change(false)] : []));
    const first = sentCommand(bench.signalLines.send(commandTo.switch('sig-1', true)));
    await bench.passUntil('the value is asked for', () => questions(bench) === 1);
    bench.script(() => []);
    const second = sentCommand(bench.signalLines.send(commandTo.switch('sig-1', true)));
    bench.send(answer(false));
    await bench.passUntil('the value is asked for again', () => questions(bench) === 2);
    expect(await commandResults(first)).toEqual(['device_error', 'device_error']);
    expect(await commandResults(second)).toEqual(['pending', 'pending']);
    bench.send(answer(true));
    await bench.pass(50);
    expect(await commandResults(second)).toEqual(['done', 'done']);
  });
});

/** Packets of a message that doesn't end: none of them is the last one. */
const endlessMessage = (): Buffer => {
  const middle = packets(Buffer.alloc(3_000)).toString('hex').split('fffe')[1] ?? '';
  return Buffer.concat(Array.from({ length: 1_100 }, () => Buffer.from(`fe${middle}ff`, 'hex')));
};

describe('a provider', () => {
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

  it.each([
    ['a frame', () => Buffer.concat([Buffer.of(0xfe), Buffer.alloc(70_000)])],
    ['a message', endlessMessage],
  ])('that sends %s without an end is cut off', async (_, bytes) => {
    const bench = await connected();
    bench.send(bytes());
    await bench.passUntil('the next connection', () => bench.connections() > 1);
    await bench.passUntil('the line is connected', () => bench.signalLines.connected('sig-1'));
  });

  it('that sends malformed data is not read any further', async () => {
    const bench = await connected();
    const seen: (boolean | null)[] = [];
    bench.signalLines.watch((signal) => seen.push(bench.signalLines.value(signal)));
    bench.send(Buffer.concat([packets(Buffer.from('6003', 'hex')), change(true)]));
    await bench.passUntil('the next connection', () => bench.connections() === 2);
    await bench.passUntil('it is back', () => bench.signalLines.connected('sig-1'));
    expect(seen).not.toContain(true);
    expect(bench.warnings.map(({ reason }) => reason)).toEqual([
      'the provider sent malformed data: an element that is cut short',
    ]);
  });

  it('has each absence of an element logged once, also the second one for the same reason', async () => {
    const without: Script = ({ type }) => (type === 'directory' ? [message(node('2', { identifier: 'Other' }))] : []);
    const bench = await scriptedBench({ 'sig-1': { parameter: 'On' } }, without);
    closers.push(bench.end);
    for (const absence of [1, 2]) {
      bench.script(without);
      bench.send(Buffer.from('fe000e0101ffffff', 'hex'));
      await bench.passUntil('it is not connected', () => !bench.signalLines.connected('sig-1'));
      await bench.pass(16_000);
      expect(bench.warnings.filter(({ signal }) => signal === 'sig-1')).toHaveLength(absence);
      bench.script(({ type }) => (type === 'directory' ? [answer(false)] : []));
      await bench.pass(11_000);
      expect(bench.signalLines.connected('sig-1')).toBe(true);
    }
  });
});

it('a line that leaves the studio file and comes back has its absence logged again', async () => {
  const bench = await scriptedBench({ 'sig-1': { parameter: 'On' } }, () => []);
  closers.push(bench.end);
  const { layout } = bench.current;
  for (const time of [1, 2]) {
    await eventually('it is logged', async () => {
      await bench.pass(3_000);
      return bench.warnings.length === time;
    });
    await bench.pass(11_000);
    expect(bench.warnings).toHaveLength(time);
    bench.current.replace({ ...layout, signals: layout.signals.map(({ line: _, ...signal }) => signal) });
    bench.current.replace(layout);
  }
});
