// What every driver does when a reload removes or changes its connection, or a record of that: its command fails, its device gets
// nothing more, each change of the connection before was reported when it could be seen, and what is unchanged goes on.
import { afterEach, describe, expect, it } from 'vitest';
import type { SentCommand } from '../../../application/ports/commands.js';
import type { StudioLayout } from '../../../domain/studio/layout.js';
import { commandResults, sendError, sentCommand } from '../../contracts/device-commands.js';
import { connectionBench, layoutWith, type ConnectionBench } from './bench.js';
import { everyProtocolRow } from './every-protocol.js';

/** The signal and the camera under test. */
const recordIds = ['sig-1', 'cam-1'];

const opened: ConnectionBench[] = [];

afterEach(async () => {
  for (const bench of opened.splice(0).reverse()) await bench.close();
});

const withoutConnections = ({ current: { layout } }: ConnectionBench): StudioLayout => ({
  ...layout,
  connections: [],
  signals: layout.signals.map(({ line: _, ...signal }) => signal),
  cameras: layout.cameras.map(({ head: _, ...camera }) => camera),
  outputs: layout.outputs.map(({ player: _, ...output }) => output),
});

/** Returns a layout in which other records than those under test have changed: a signal and a camera have what these have. */
const withOtherRecords = (layout: StudioLayout): StudioLayout => {
  const line = layout.signals.find(({ id }) => id === 'sig-1')?.line;
  const head = layout.cameras.find(({ id }) => id === 'cam-1')?.head;
  return {
    ...layout,
    signals: layout.signals.map((signal) => (signal.id === 'sig-3' && line ? { ...signal, line } : signal)),
    cameras: layout.cameras.map((camera) => (camera.id === 'cam-2' && head ? { ...camera, head } : camera)),
    outputs: layout.outputs.map((output) => (output.player === undefined ? { ...output, name: 'Other' } : output)),
  };
};

const detached = (layout: StudioLayout): StudioLayout => ({
  ...layout,
  signals: layout.signals.map(({ line, ...signal }) => (signal.id === 'sig-1' || !line ? signal : { ...signal, line })),
  cameras: layout.cameras.map(({ head, ...camera }) => (camera.id === 'cam-1' || !head ? camera : { ...camera, head })),
  outputs: layout.outputs.map(({ player: _, ...output }) => output),
});

const expectFailed = async (sent: SentCommand): Promise<void> => {
  expect(await commandResults(sent)).toEqual([expect.stringMatching(/^(done|device_error)$/), 'device_error']);
};

describe.each(everyProtocolRow)('a connection by %s', (protocol, { options, connected, isKnown, send, changed }) => {
  const open = async (): Promise<ConnectionBench> => {
    const bench = await connectionBench(protocol, options);
    opened.push(bench);
    await bench.passUntil('it is connected', () => connected(bench) && isKnown(bench));
    return bench;
  };

  it('that is removed fails its command, serves nothing, and sends nothing more', async () => {
    const bench = await open();
    const { drivers, clock, current, studio, passUntil, pass, setFault } = bench;
    const { layout } = current;
    setFault({ type: 'frozen' });
    const sent = sentCommand(send(bench));
    const seen: boolean[] = [];
    for (const { watch } of [drivers.signalLines, drivers.cameras, drivers.players])
      watch(() => seen.push(connected(bench)));
    current.replace(withoutConnections(bench));
    await pass(0);
    await expectFailed(sent);
    expect([connected(bench), seen.includes(true)]).toEqual([false, false]);
    expect(sendError(send(bench))).not.toBe('sent');
    setFault(null);
    await pass(100);
    expect(clock.waiting()).toBe(0);
    // The device may have got the command, once.
    const executed = studio.commands().length;
    expect(executed).toBeLessThanOrEqual(1);
    current.replace(layout);
    const early = new Set<string>();
    await passUntil('it is connected again', () => {
      const isConnected = connected(bench);
      if (!isConnected) early.add(sendError(send(bench)));
      return isConnected;
    });
    expect(early).toEqual(new Set(['device_unavailable']));
    await pass(50);
    expect(studio.commands()).toHaveLength(executed);
    sentCommand(send(bench));
    await passUntil('the next command arrives', () => studio.commands().length === executed + 1);
  });

  it.each([['removed', undefined] as const, ...(changed === undefined ? [] : [['changed', changed] as const])])(
    'whose record is %s fails the command of that, and says why',
    async (_, served) => {
      const bench = await open();
      const { drivers, current, port, pass, setFault } = bench;
      setFault({ type: 'frozen' });
      const sent = sentCommand(send(bench));
      const { connections = [] } = current.layout;
      if (served !== undefined) current.replace(layoutWith(protocol, { host: '127.0.0.1', port }, served));
      else current.replace({ ...withoutConnections(bench), connections });
      await pass(0);
      await expectFailed(sent);
      const reason = 'the studio file was changed after the command was sent; it is unknown whether it was executed';
      expect(await sent.confirmed).toMatchObject({ left: { message: expect.stringContaining(reason) as string } });
      expect(drivers.signalLines.value('sig-1')).toBeNull();
      if (served === undefined)
        expect([connected(bench), sendError(send(bench))]).toEqual([false, 'device_unavailable']);
    },
  );

  it('stays while other records change, and serves those', async () => {
    const bench = await open();
    const { drivers, current, pass, passUntil } = bench;
    const seen: boolean[] = [];
    for (const { watch } of [drivers.signalLines, drivers.cameras, drivers.players])
      watch((id) => [...recordIds, ...Object.keys(options.players ?? {})].includes(id) && seen.push(connected(bench)));
    const sent = sentCommand(send(bench));
    current.replace(withOtherRecords(current.layout));
    await pass(700);
    expect(await commandResults(sent)).toEqual(['done', 'done']);
    expect(seen).not.toContain(false);
    current.replace(detached(current.layout));
    const { lines, heads } = options;
    if (lines) await passUntil('the other one is read', () => drivers.signalLines.value('sig-3') === true);
    if (heads) await passUntil('the other one is connected', () => drivers.cameras.connected('cam-2'));
    expect(sendError(send(bench))).toBe('device_unavailable');
  });

  it('that moves to another address fails its command, and does not repeat it there', async () => {
    const bench = await open();
    const elsewhere = await connectionBench(protocol, options);
    opened.push(elsewhere);
    // Some equipment, such as a GPIO line, serves one connection at a time.
    elsewhere.current.replace(withoutConnections(elsewhere));
    bench.setFault({ type: 'frozen' });
    const sent = sentCommand(send(bench));
    bench.current.replace(layoutWith(protocol, { host: '127.0.0.1', port: elsewhere.port }, options));
    await bench.pass(0);
    await expectFailed(sent);
    bench.setFault(null);
    await bench.passUntil('it is connected there', () => {
      void elsewhere.clock.advance(5);
      return connected(bench) && isKnown(bench);
    });
    await elsewhere.pass(200);
    expect(elsewhere.studio.commands()).toEqual([]);
    sentCommand(send(bench));
    await bench.passUntil('the next command arrives there', () => elsewhere.studio.commands().length === 1);
    expect(bench.studio.commands().length).toBeLessThanOrEqual(1);
  });
});
