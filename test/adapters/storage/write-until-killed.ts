// Stores configurations and reports in the folder named on the command line until it is killed. It logs to a file what it
// is going to do, the outcome, and what it sends to the console.
import { randomUUID } from 'node:crypto';
import { openSync, writeSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { configurationFile } from '../../../adapters/storage/configuration-file.js';
import { reportFile } from '../../../adapters/storage/report-file.js';
import { callReports } from '../../../application/calls/call-reports.js';
import type { Clock } from '../../../application/ports/clock.js';
import type { Log } from '../../../application/ports/log.js';
import { defaultConfiguration } from '../../../domain/access/configuration.js';
import { address, panel } from '../../domain/fixtures.js';

const [, , folder = '', logFile = '', startedAt = ''] = process.argv;
const nothing = (): void => undefined;
const log: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing };
const output = openSync(logFile, 'a');
const write = (...words: readonly (string | number)[]): void => void writeSync(output, `${words.join(' ')}\n`);

let time = Number(startedAt);
let noted = 0;

/** Runs 200 times as fast as real time. */
const clock: Clock = {
  now: () => time,
  after: (ms, task) => {
    const timer = setTimeout(task, ms / 200);
    return () => {
      clearTimeout(timer);
    };
  },
};

const store = reportFile({ folder, log });
const reports = callReports(await store.load(), {
  file: {
    save: async (unreported) => {
      const [before, calledAt] = [noted, time];
      await store.save(unreported);
      write('stored', before, calledAt);
    },
  },
  clock,
  machine: clock,
  secrets: { id: randomUUID },
  log,
});

const decision = { _tag: 'Right', right: undefined } as const;
const stranger = { caller: undefined, decision, refusalReason: 'no_token', step: { step: 'no_token' } } as const;
const caller = {
  caller: { kind: 'device', device: panel },
  decision,
  refusalReason: undefined,
  step: { step: 'host' },
} as const;

const note = async (): Promise<void> => {
  for (;;) {
    write('noting', noted + 1, time + 1);
    [noted, time] = [noted + 1, time + 1];
    reports.record(stranger, address('198.51.100.7'));
    reports.record(caller, address('192.168.1.20'));
    await nextTurn();
  }
};

const send = async (): Promise<void> => {
  for (;;) {
    const report = await reports.prepare(true);
    if (report !== undefined) {
      write('sending', JSON.stringify(report));
      await nextTurn();
      reports.acknowledge(report);
    }
    await nextTurn();
  }
};

const configure = async (): Promise<void> => {
  const stored = configurationFile({ folder, studioId: 'studio-1', log });
  for (let { version } = await stored.load(); ; version += 1) {
    write('configuring', version + 1);
    await stored.save({ ...defaultConfiguration('studio-1'), version: version + 1 });
    write('configured', version + 1);
  }
};

process.stdout.write('begun\n');
await Promise.all([note(), send(), configure()]);
