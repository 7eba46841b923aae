// Lines whose templates a studio file changes while their device is connected.
import { afterEach, expect, it } from 'vitest';
import { connectionBench, layoutWith, type ConnectionBench } from '../../bench.js';
import { lineOf, protocols } from './templates.js';

const signal = 'sig-1';

let bench: ConnectionBench | undefined;

afterEach(() => bench?.close());

it.each(protocols)('a device over %s is read as the studio file describes it now', async (protocol) => {
  const opened = (bench = await connectionBench(protocol, { lines: { [signal]: lineOf(protocol, 1) } }));
  const { drivers, current, port, passUntil } = opened;
  await passUntil('it is read', () => drivers.signalLines.value(signal) === false);
  const { state, ...line } = lineOf(protocol, 1);
  const { on, off, ...question } = { on: undefined, off: undefined, ...state };
  const lines = { [signal]: { ...line, state: { ...question, on: off, off: on } } };
  current.replace(layoutWith(protocol, { host: '127.0.0.1', port }, { lines }));
  await passUntil('it is read anew', () => drivers.signalLines.value(signal) === true);
  expect(drivers.signalLines.connected(signal)).toBe(true);
});
