// Which elements of a provider are lines, and what a provider that refuses, is slow or loses an element means for them.
import * as E from 'fp-ts/lib/Either.js';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../support/eventually.js';
import { commandResults, refusedBy, sendError, sentCommand } from '../../../contracts/device-commands.js';
import { matrix, message, node, parameter, type Properties } from './glow-builder.js';
import { scriptedBench, type Script, type ScriptedBench } from './scripted-provider.js';
import { commandTo } from '../../../support/commands.js';

let used: ScriptedBench | undefined;

afterEach(() => used?.end());

const line = { parameter: 'Console/On' };

/** Answers the requests for directories. The parameter has these properties. */
const tree =
  (properties: Properties): Script =>
  (request) => {
    if (request.type !== 'directory') return [];
    if (request.at === '') return [message(node('1', { identifier: 'Console' }))];
    return [message(parameter('1.1', { identifier: 'On', ...properties }))];
  };

/** Answers requests to set the parameter as a function does. */
const setting =
  (properties: Properties, answer: () => readonly Buffer[]): Script =>
  (request) =>
    request.type === 'set' ? answer() : tree(properties)(request);

const writable = { value: false, access: 3 };

const open = async (script: Script, settings: object = line): Promise<ScriptedBench> => {
  used = await scriptedBench({ 'sig-1': settings }, script);
  return used;
};

const connected = async (script: Script, settings?: object): Promise<ScriptedBench> => {
  const bench = await open(script, settings);
  await bench.passUntil('the line is connected', () => bench.signalLines.connected('sig-1'));
  return bench;
};

describe('a parameter', () => {
  it('that can only be read shows its value, and is not switched', async () => {
    const { signalLines, received, send, passUntil, pass } = await connected(tree({ value: true, access: 1 }));
    expect(signalLines.value('sig-1')).toBe(true);
    expect(refusedBy(signalLines, commandTo.switch('sig-1', false))).toBe('conflict');
    send(message(parameter('1.1', { value: false })));
    await passUntil('the change', () => signalLines.value('sig-1') === false);
    await pass(100);
    expect(received.filter(({ type }) => type !== 'directory')).toEqual([]);
  });

  it('whose access changes can be switched then', async () => {
    const { signalLines, send, passUntil } = await connected(tree({ value: true, access: 1 }));
    send(message(parameter('1.1', { access: 3 })));
    await passUntil('it can be switched', () => E.isRight(signalLines.send(commandTo.switch('sig-1', false))));
  });

  it.each([
    ['a stream', { ...writable, value: 1, streamIdentifier: 7 }, line, 'the parameter is a stream'],
    ['not readable', { access: 2, type: 4 }, line, 'does not report the value'],
    ['a trigger', { access: 3, type: 5 }, line, 'no value that a signal can have'],
    ['of another type', writable, { ...line, on: 'Open' }, 'needs true or false as "on", which is "Open"'],
    [
      'without the name',
      { ...writable, value: 1, enumeration: 'Off\nOn' },
      { ...line, on: 'Open', off: 'Off' },
      'one of Off, On',
    ],
    ['a node', {}, { parameter: 'Console' }, 'the element is a node'],
    ['missing', writable, { parameter: 'Console/Of' }, 'no element "Of" in "Console"'],
    ['in a missing node', writable, { parameter: '7.1' }, 'no element "7" at its root'],
  ])('that is %s is not connected, and the log shows why', async (_, properties, settings, reason) => {
    const { signalLines, warnings, received, pass, passUntil } = await open(tree(properties), settings);
    await eventually('the driver reads the elements', () => received.length > 0);
    // A search that finds something lasts until the one after it.
    await pass(10_000);
    await passUntil('the log shows why', () => warnings.length > 0);
    expect(warnings).toEqual([
      { connection: 'equipment', signal: 'sig-1', reason: expect.stringContaining(reason) as string },
    ]);
    expect(signalLines.connected('sig-1')).toBe(false);
    const refused = signalLines.send(commandTo.switch('sig-1', true));
    expect(refused).toMatchObject(
      E.left({ code: 'device_unavailable', message: expect.stringContaining(reason) as string }),
    );
    await pass(6_000);
    expect(warnings).toHaveLength(1);
  });

  it('that becomes a stream or gets another type is not connected any more, and its command fails', async () => {
    for (const change of [{ streamIdentifier: 7, value: true }, { value: 'text' }]) {
      const { signalLines, send, passUntil, end } = await connected(setting(writable, () => []));
      const sent = sentCommand(signalLines.send(commandTo.switch('sig-1', true)));
      send(message(parameter('1.1', change)));
      await passUntil('the line is not connected', () => !signalLines.connected('sig-1'));
      expect(await commandResults(sent)).toEqual(['device_error', 'device_error']);
      end();
    }
  });

  it('that appears later is connected then', async () => {
    const bench = await open(() => [message(node('1', { identifier: 'Rack' }))]);
    await bench.pass(5_000);
    await bench.passUntil('the log shows why', () => bench.warnings.length > 0);
    bench.script(tree(writable));
    await bench.pass(6_000);
    expect(bench.signalLines.connected('sig-1')).toBe(true);
  });

  it('with an enumeration map is switched by names', async () => {
    const properties = { value: 40, access: 3, enumMap: { Closed: 20, Open: 40 } };
    const settings = { ...line, on: 'Open', off: 'Closed' };
    const { signalLines, received, passUntil } = await connected(tree(properties), settings);
    expect(signalLines.value('sig-1')).toBe(true);
    sentCommand(signalLines.send(commandTo.switch('sig-1', false)));
    await passUntil('the request', () => received.some((request) => request.type === 'set' && request.value === 20));
  });
});

describe('a command', () => {
  it('that the provider answers with the unchanged value was refused', async () => {
    const unchanged = () => [message(parameter('1.1', { value: false }))];
    const { signalLines, pass } = await connected(setting(writable, unchanged));
    const sent = sentCommand(signalLines.send(commandTo.switch('sig-1', true)));
    await pass(100);
    expect(await commandResults(sent)).toEqual(['device_error', 'device_error']);
    expect(await sent.confirmed).toMatchObject({
      left: { message: expect.stringContaining('the provider refused the command') as string },
    });
  });

  it('is not confirmed by the answer to an earlier one', async () => {
    const { signalLines, script, send, pass } = await connected(tree(writable));
    script(() => []);
    const [first, , third] = [true, false, true].map((on) =>
      sentCommand(signalLines.send(commandTo.switch('sig-1', on))),
    );
    send(message(parameter('1.1', { value: true })));
    await pass(100);
    expect(third && (await commandResults(third))).toEqual(['pending', 'pending']);
    expect(first && (await commandResults(first))).toEqual(['device_error', 'device_error']);
    send(message(parameter('1.1', { value: false })));
    send(message(parameter('1.1', { value: true })));
    await pass(100);
    expect(third && (await commandResults(third))).toEqual(['done', 'done']);
  });
});

describe('an element that goes offline', () => {
  it.each([
    [
      'itself',
      () => message(parameter('1.1', { isOnline: false })),
      () => message(parameter('1.1', { isOnline: true })),
    ],
    ['with its node', () => message(node('1', { isOnline: false })), () => message(node('1', { isOnline: true }))],
  ])('%s fails its command, and is read anew when it is back', async (_, leave, back) => {
    const { signalLines, script, send, pass, passUntil } = await connected(setting(writable, () => []));
    const sent = sentCommand(signalLines.send(commandTo.switch('sig-1', true)));
    send(leave());
    await passUntil('the line is not connected', () => !signalLines.connected('sig-1'));
    expect(await commandResults(sent)).toEqual(['device_error', 'device_error']);
    expect(sendError(signalLines.send(commandTo.switch('sig-1', true)))).toBe('device_unavailable');
    script(tree({ value: true, access: 3 }));
    send(back());
    await pass(500);
    expect([signalLines.connected('sig-1'), signalLines.value('sig-1')]).toEqual([true, true]);
  });

  it.each(['1.1', '1.1.10', '11', '10'])('at %s changes nothing for a line at 1.10', async (path) => {
    const script: Script = ({ type, at }) => {
      if (type !== 'directory') return [];
      const child = parameter('1.10', { identifier: 'On', ...writable });
      return [message(at === '' ? node('1', { identifier: 'Console' }) : child)];
    };
    const { signalLines, send, pass } = await connected(script, { parameter: '1.10' });
    const sent = sentCommand(signalLines.send(commandTo.switch('sig-1', true)));
    send(message(parameter(path, { isOnline: false })));
    await pass(100);
    expect(signalLines.connected('sig-1')).toBe(true);
    expect(await commandResults(sent)).toEqual(['pending', 'pending']);
    send(message(parameter('1.10', { value: true })));
    await pass(100);
    expect(await commandResults(sent)).toEqual(['done', 'done']);
  });
});

describe('a crosspoint', () => {
  const crosspoint = { matrix: { path: 'Router', target: 3, source: 5 } };

  const router =
    (disposition: number): Script =>
    ({ type }) => [message(matrix('1', 'Router', { target: 3, sources: type === 'take' ? [7] : [5, 7], disposition }))];

  it('whose target is locked is refused', async () => {
    const bench = await connected(router(0), crosspoint);
    expect(bench.signalLines.value('sig-1')).toBe(true);
    bench.script(router(3));
    const sent = sentCommand(bench.signalLines.send(commandTo.switch('sig-1', true)));
    await bench.pass(100);
    expect(await sent.confirmed).toMatchObject(
      E.left({ code: 'device_error', message: expect.stringContaining('the target 3 is locked') as string }),
    );
  });
});
