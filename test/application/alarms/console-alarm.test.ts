// Tests of the alarm about a console that is away.
import { describe, expect, it } from 'vitest';
import { watchConsole } from '../../../application/alarms/console-alarm.js';
import { changeNotifier } from '../../../application/ports/watch.js';
import { stepBench } from '../demo-bench.js';

const bench = (connectedAtFirst: boolean) => {
  const { alarms, clock } = stepBench(0);
  const { watch, notify } = changeNotifier<boolean>();
  const stop = watchConsole({ alarms, clock, console: { connected: () => connectedAtFirst, watchConnected: watch } });
  const open = () => alarms.open().map(({ kind, subject }) => [kind, subject]);
  return { clock, notify, open, stop };
};

const away = [['console_away', 'console']];

describe('@ALARM-8: the alarm about the console', () => {
  it('is raised when the console has been away for 60 s, and cleared when it is connected', async () => {
    const { clock, notify, open } = bench(true);
    await clock.advance(120_000);
    expect(open()).toEqual([]);
    notify(false);
    await clock.advance(59_999);
    expect(open()).toEqual([]);
    await clock.advance(1);
    expect(open()).toEqual(away);
    notify(true);
    expect(open()).toEqual([]);
  });

  it('is raised if the console is not reached after the start', async () => {
    const { clock, open } = bench(false);
    await clock.advance(60_000);
    expect(open()).toEqual(away);
  });

  it('is not raised by several short losses', async () => {
    const { clock, notify, open } = bench(true);
    for (let loss = 0; loss < 3; loss += 1) {
      notify(false);
      await clock.advance(40_000);
      notify(true);
    }
    await clock.advance(60_000);
    expect(open()).toEqual([]);
  });

  it('is not raised after the end of the watch', async () => {
    const { clock, notify, open, stop } = bench(false);
    stop();
    notify(false);
    await clock.advance(60_000);
    expect(open()).toEqual([]);
    expect(clock.waiting()).toBe(0);
  });
});
