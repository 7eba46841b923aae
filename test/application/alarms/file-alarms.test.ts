// Tests of the alarm about a kept file that can't be written.
import { describe, expect, it } from 'vitest';
import { fileAlarm } from '../../../application/alarms/file-alarms.js';
import { healthStatus } from '../../../application/alarms/health.js';
import { writeBehind } from '../../../application/state/write-behind.js';
import { settle, stepBench } from '../demo-bench.js';

const bench = () => {
  const { alarms, clock } = stepBench(0);
  const writes: { readonly end: (error?: Error) => void }[] = [];
  const save = (): Promise<void> =>
    new Promise((resolve, reject) => {
      writes.push({
        end: (error) => {
          if (error === undefined) resolve();
          else reject(error);
        },
      });
    });
  const writer = writeBehind({ save, clock, onFailure: () => undefined, alarm: fileAlarm(alarms, 'runtime-state') });
  const end = async (error?: Error): Promise<void> => {
    writes.at(-1)?.end(error);
    await settle(clock);
  };
  const open = () => alarms.open().map(({ kind, subject }) => [kind, subject]);
  return { alarms, clock, end, open, writer, writes };
};

const unwritable = [['file_unwritable', 'runtime-state']];

describe('@ALARM-7: the alarm about a kept file', () => {
  it('is raised when a write fails, and cleared when the retry succeeds', async () => {
    const { alarms, clock, end, open, writer, writes } = bench();
    void writer.write();
    await settle(clock);
    await end(new Error('ENOSPC'));
    expect(open()).toEqual(unwritable);
    expect(healthStatus(alarms)).toBe('degraded');
    await clock.advance(30_000);
    expect(writes).toHaveLength(2);
    await end();
    expect(open()).toEqual([]);
    expect(healthStatus(alarms)).toBe('ok');
  });

  it('is raised when a write has not ended after 10 s, and cleared when it ends', async () => {
    const { clock, end, open, writer } = bench();
    void writer.write();
    await settle(clock);
    await clock.advance(9_999);
    expect(open()).toEqual([]);
    await clock.advance(1);
    expect(open()).toEqual(unwritable);
    await end();
    expect(open()).toEqual([]);
  });

  it('is not raised by a write that succeeds', async () => {
    const { clock, end, open, writer } = bench();
    void writer.write();
    await settle(clock);
    await end();
    await clock.advance(60_000);
    expect(open()).toEqual([]);
  });
});
