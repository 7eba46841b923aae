// What every driver leaves behind: no timer after it is closed, no more than before after a loss, one log entry for each change,
// and nothing of a record that a reload removed and added again.
import { describe, expect, it } from 'vitest';
import { silent } from '../../../features/support/silent-log.js';
import { commandResults, sentCommand } from '../../contracts/device-commands.js';
import { settleSockets } from './advance-clock.js';
import { eventually } from '../../support/eventually.js';
import { type ConnectionBench } from './bench.js';
import { openBench } from './closed-bench.js';
import { everyProtocolRow } from './every-protocol.js';

/** Lets time pass in steps of 20 ms. */
const pass = async ({ clock }: ConnectionBench, ms: number): Promise<void> => {
  for (let passed = 0; passed < ms; passed += 20) {
    await settleSockets();
    await clock.advance(20);
  }
  await settleSockets();
};

/** Returns the largest number of timers in 300 ms. */
const timers = async (bench: ConnectionBench): Promise<number> => {
  let most = 0;
  for (let passed = 0; passed < 300; passed += 20) {
    await pass(bench, 20);
    most = Math.max(most, bench.clock.waiting());
  }
  return most;
};

describe.each(everyProtocolRow)('a device over %s', (protocol, { options, connected, isKnown, send }) => {
  const open = async () => {
    const logged: string[] = [];
    /** A player is also logged when it is connected for the first time. */
    const note = (sentence: string): void => {
      if (sentence.startsWith('a connection')) logged.push(sentence);
    };
    const bench = await openBench(protocol, { ...options, log: { ...silent, warn: note, info: note } });
    let notified: boolean | undefined;
    for (const { watch } of [bench.drivers.signalLines, bench.drivers.cameras, bench.drivers.players])
      watch(() => void (notified = connected(bench)));
    const until = async (isConnected: boolean): Promise<void> => {
      await eventually(`it is ${isConnected ? '' : 'not '}connected`, async () => {
        if (connected(bench) !== isConnected) await pass(bench, isConnected ? 20 : 100);
        return connected(bench) === isConnected;
      });
      expect(notified, 'what is read at the last notification').toBe(isConnected);
    };
    await until(true);
    return { ...bench, until, logged };
  };

  it('leaves no timer behind a lost connection, and its log has each loss and each return once', async () => {
    const bench = await open();
    const before = await timers(bench);
    const expected: string[] = [];
    for (const round of [1, 2]) {
      bench.setFault({ type: 'frozen' });
      const sent = sentCommand(send(bench));
      await pass(bench, 60);
      bench.setFault({ type: 'offline' });
      await bench.until(false);
      expect((await sent.confirmed)._tag).toBe('Left');
      bench.setFault(null);
      await bench.until(true);
      // A device that any equipment could be is back once its connection lasts.
      await pass(bench, 2_000);
      // A device that leaves its broker does not end the connection to that.
      if (protocol !== 'mqtt') expected.push('a connection is lost', 'a connection is back');
      // A loss may have several reasons, such as a hung up connection and then a refused one.
      const logged = bench.logged.filter((sentence, at) => sentence !== bench.logged[at - 1]);
      expect(logged, `round ${String(round)}`).toEqual(expected);
    }
    expect(await timers(bench)).toBeLessThanOrEqual(before);
  });

  it.each(['offline', 'frozen'] as const)('leaves none when it is closed while the device is %s', async (type) => {
    const bench = await open();
    bench.setFault({ type });
    const sent = type === 'frozen' ? sentCommand(send(bench)) : undefined;
    if (sent === undefined) await bench.until(false);
    await pass(bench, 40);
    await bench.close();
    await bench.clock.advance(0);
    expect(bench.clock.waiting()).toBe(0);
    expect(sent === undefined ? [] : await commandResults(sent)).not.toContain('pending');
  });

  it('logs nothing when it is closed while the device is connected', async () => {
    const bench = await open();
    await bench.close();
    await settleSockets();
    await bench.clock.advance(1_000);
    await settleSockets();
    expect(bench.logged).toEqual([]);
  });

  it('serves a record that a reload adds as soon as the others', async () => {
    const bench = await open();
    const before = await timers(bench);
    const layout = bench.current.layout;
    const unattached = {
      signals: layout.signals.map(({ line: _, ...signal }) => signal),
      cameras: layout.cameras.map(({ head: _, ...camera }) => camera),
      outputs: layout.outputs.map(({ player: _, ...output }) => output),
    };
    bench.current.replace({ ...layout, ...unattached });
    await pass(bench, 40);
    expect(connected(bench)).toBe(false);
    bench.current.replace(layout);
    await pass(bench, 200);
    expect([connected(bench), isKnown(bench)]).toEqual([true, true]);
    expect(await timers(bench)).toBeLessThanOrEqual(before);
    const sent = sentCommand(send(bench));
    await pass(bench, 700);
    expect(await commandResults(sent)).toEqual(['done', 'done']);
  });
});
