// The settings of the audit log.
import * as E from 'fp-ts/lib/Either.js';
import { mkdirSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Alarms, alarms } from '../../../application/alarms/alarms.js';
import { dayMs } from '../../../domain/time-units.js';
import { openAudit } from '../../../infra/machine/audit.js';
import { type Settings, readSettings } from '../../../infra/settings/settings.js';
import { manualClock } from '../../../simulator/clock.js';
import { storageFixture } from '../../adapters/storage/storage-fixture.js';
import { memoryLog } from '../../application/console/readable-log.js';
import { rightOf } from '../../domain/fixtures.js';
import { eventually } from '../../support/eventually.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const { folder, log } = storageFixture();

const read = (environment: Record<string, string>): Partial<Settings> | string => {
  const result = readSettings([], environment);
  return E.isLeft(result) ? result.left : result.right.settings;
};

describe('the settings of the audit log', () => {
  it('reject the authority of a receiver that is not given', async () => {
    const settings = read({ AUDIT_SYSLOG_CA: '/missing/authority.pem', DATA_DIR: folder() }) as Settings;
    const deps = { settings, log, clock: manualClock() };
    await expect(openAudit('service', deps)).rejects.toThrow(
      'AUDIT_SYSLOG: expected the receiver that AUDIT_SYSLOG_CA belongs to',
    );
  });
});

describe('the audit log of a service', () => {
  let folder: string;
  let open: Alarms;
  beforeEach(() => {
    folder = temporaryFolder();
    mkdirSync(join(folder, 'audit'), { mode: 0o700 });
    open = alarms({ clock: manualClock(), secrets: { id: () => 'alarm' }, log: memoryLog() });
  });

  const opened = (megabytes: number) => {
    const { settings } = rightOf(readSettings([], { DATA_DIR: folder, AUDIT_MEGABYTES: String(megabytes) }));
    return openAudit('service', { settings, log: memoryLog(), clock: manualClock(), alarms: open });
  };

  /** Paths of the first file of a series, for today and for tomorrow, which may begin meanwhile. */
  const firstFiles = (series: string): readonly string[] =>
    [0, dayMs].map((laterMs) =>
      join(folder, 'audit', `${series}-${new Date(Date.now() + laterMs).toISOString().slice(0, 10)}-00001.jsonl`),
    );

  it.each([
    ['service', 'audit-log'],
    ['service-refused', 'audit-log-refused'],
  ])('@ALARM-7: has an alarm about the files of %s: %s', async (series, subject) => {
    for (const path of firstFiles(series)) mkdirSync(path);
    const audit = await opened(200);
    audit.record({ kind: 'started' });
    audit.recordRefusal({ kind: 'refused', address: '192.0.2.1' });
    await eventually('an alarm', () => open.open().length > 0);
    await audit.close();
    expect(open.open()).toMatchObject([{ kind: 'file_unwritable', subject }]);
  });

  // A tenth of the share of its entries: 90 % and 10 % of 2 MiB.
  it.each([
    ['service', 188_743, 1],
    ['service', 188_744, 2],
    ['service-refused', 20_971, 1],
    ['service-refused', 20_972, 2],
  ])('@AUDIT-3: continues a file of %s with %i octets in file %i, if it has 2 MiB', async (series, size, number) => {
    for (const path of firstFiles(series)) {
      writeFileSync(path, '');
      truncateSync(path, size);
    }
    const audit = await opened(2);
    audit.record({ kind: 'started' });
    audit.recordRefusal({ kind: 'refused', address: '192.0.2.1' });
    await audit.close();
    const files = readdirSync(join(folder, 'audit')).filter((name) => name.startsWith(`${series}-2`));
    expect(files.filter((name) => name.endsWith('2.jsonl'))).toHaveLength(number - 1);
  });
});
