// What the drivers of text protocols survive: devices that go away, refuse or don't answer, and a studio file that changes.
import { afterEach, describe, expect, it } from 'vitest';
import type { ConnectionProtocol } from '../../../../../infra/connection-drivers.js';
import { commandResults, sendError, sentCommand } from '../../../../contracts/device-commands.js';
import { connectionBench, layoutWith, type ConnectionBench } from '../../bench.js';
import { expectToSurvive, faultsMidCommand } from '../../fault-rounds.js';
import { lineOf, protocols } from './templates.js';

/** How often a device fails. */
const rounds = Number(process.env['DEVICE_FAULTS'] ?? 2);

let used: ConnectionBench | undefined;

afterEach(() => used?.close());

const connected = async (protocol: ConnectionProtocol): Promise<ConnectionBench> => {
  used = await connectionBench(protocol, { lines: { 'sig-1': lineOf(protocol, 1) } });
  const { drivers, passUntil } = used;
  await passUntil('the device is connected', () => drivers.signalLines.value('sig-1') !== null);
  return used;
};

describe.each(protocols)('a device over %s', (protocol) => {
  it.each(faultsMidCommand)('that becomes %s mid-command never leads to a false success or a replay', async (type) => {
    await expectToSurvive(await connected(protocol), type, rounds);
  });

  it('that accepts a command and shows another state is named so at the timeout', async () => {
    const bench = await connected(protocol);
    bench.setFault({ type: 'ineffective' });
    const sent = sentCommand(bench.drivers.signalLines.switch('sig-1', true));
    await bench.pass(300);
    expect(await commandResults(sent)).toEqual(['done', 'pending']);
    expect(sent.failureAtTimeout?.()?.message).toBe(
      'signal "sig-1" accepted the command, but it shows another state: off',
    );
  });

  it('keeps its connection while a studio file changes other records', async () => {
    const { drivers, current, port, passUntil, pass } = await connected(protocol);
    const seen: boolean[] = [];
    drivers.signalLines.watch((id) => {
      if (id === 'sig-1') seen.push(drivers.signalLines.connected(id));
    });
    const pending = sentCommand(drivers.signalLines.switch('sig-1', true));
    const layout = (lines: Record<string, object>) => layoutWith(protocol, { host: '127.0.0.1', port }, { lines });
    current.replace(layout({ 'sig-1': lineOf(protocol, 1), 'sig-2': lineOf(protocol, 2) }));
    await pass(200);
    expect(await commandResults(pending)).toEqual(['done', 'done']);
    expect(seen).not.toContain(false);
    current.replace(layout({ 'sig-3': lineOf(protocol, 1) }));
    await passUntil('the new line is read', () => drivers.signalLines.value('sig-3') === true);
    expect(sendError(drivers.signalLines.switch('sig-1', false))).toBe('device_unavailable');
  });

  it('that has no command for a state is not switched', async () => {
    const { on: _on, off: _off, accepted: _accepted, refused: _refused, ...readOnly } = lineOf(protocol, 1);
    used = await connectionBench(protocol, { lines: { 'sig-1': readOnly } });
    const { drivers, passUntil, studio } = used;
    await passUntil('the line is read', () => drivers.signalLines.value('sig-1') === false);
    expect(sendError(drivers.signalLines.switch('sig-1', true))).toBe('conflict');
    expect(studio.commands()).toEqual([]);
  });
});
