// What every driver does when a reload removes its connection, or a record of that: its command fails, its device gets nothing more, and each change of
// the connection before was reported when it could be seen.
import { afterEach, describe, expect, it } from 'vitest';
import type { ConnectionProtocol } from '../../../infra/connection-drivers.js';
import { commandResults, sendError, sentCommand } from '../../contracts/device-commands.js';
import { connectionBench, type ConnectionBench } from './bench.js';
import { everyProtocol, type ProtocolUse } from './every-protocol.js';

let used: ConnectionBench | undefined;

afterEach(() => used?.close());

const rows = Object.entries(everyProtocol) as [ConnectionProtocol, ProtocolUse][];

const withoutConnections = ({ current: { layout } }: ConnectionBench) => ({
  ...layout,
  connections: [],
  signals: layout.signals.map(({ line: _, ...signal }) => signal),
  cameras: layout.cameras.map(({ head: _, ...camera }) => camera),
  outputs: layout.outputs.map(({ player: _, ...output }) => output),
});

describe.each(rows)('a connection by %s', (protocol, { options, connected, send }) => {
  it('that is removed fails its command, serves nothing, and sends nothing more', async () => {
    const bench = (used = await connectionBench(protocol, options));
    const { drivers, clock, current, studio, passUntil, pass, setFault } = bench;
    await passUntil('it is connected', () => connected(bench));
    const { layout } = current;
    setFault({ type: 'frozen' });
    const sent = sentCommand(send(bench));
    const seen: boolean[] = [];
    for (const { watch } of [drivers.signalLines, drivers.cameras, drivers.players])
      watch(() => seen.push(connected(bench)));
    current.replace(withoutConnections(bench));
    await pass(0);
    expect(await commandResults(sent)).toEqual([expect.stringMatching(/^(done|device_error)$/), 'device_error']);
    expect([connected(bench), seen.includes(true)]).toEqual([false, false]);
    expect(sendError(send(bench))).not.toBe('sent');
    setFault(null);
    await pass(100);
    expect(clock.waiting()).toBe(0);
    // The device may have got the command, once.
    const executed = studio.commands().length;
    expect(executed).toBeLessThanOrEqual(1);
    current.replace(layout);
    await passUntil('it is connected again', () => connected(bench));
    await pass(50);
    expect(studio.commands()).toHaveLength(executed);
    sentCommand(send(bench));
    await passUntil('the next command arrives', () => studio.commands().length === executed + 1);
  });

  it('whose record is removed fails the command of that, and says why', async () => {
    const bench = (used = await connectionBench(protocol, options));
    const { current, passUntil, pass, setFault } = bench;
    await passUntil('it is connected', () => connected(bench));
    setFault({ type: 'frozen' });
    const sent = sentCommand(send(bench));
    const { connections = [] } = current.layout;
    current.replace({ ...withoutConnections(bench), connections });
    await pass(0);
    expect(await commandResults(sent)).toEqual([expect.stringMatching(/^(done|device_error)$/), 'device_error']);
    const reason = 'the studio file was changed after the command was sent; it is unknown whether it was executed';
    expect(await sent.confirmed).toMatchObject({ left: { message: expect.stringContaining(reason) as string } });
    expect(connected(bench)).toBe(false);
  });
});
