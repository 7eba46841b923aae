// What the service stores on the disk of this machine.
import type { AsRunFiles } from '../../adapters/audit/as-run-files.js';
import { configurationFile } from '../../adapters/storage/configuration-file.js';
import { ledgerFile } from '../../adapters/storage/ledger-file.js';
import { outboxFile } from '../../adapters/storage/outbox-file.js';
import { reportFile } from '../../adapters/storage/report-file.js';
import { runtimeStateFile } from '../../adapters/storage/runtime-state-file.js';
import type { Alarms } from '../../application/alarms/alarms.js';
import type { AuditLog } from '../../application/audit/audit-log.js';
import type { Clock } from '../../application/ports/clock.js';
import type { ConfigurationFile } from '../../application/ports/configuration-file.js';
import type { LedgerFile } from '../../application/ports/ledger-file.js';
import type { Log } from '../../application/ports/log.js';
import type { ReportFile } from '../../application/ports/report-file.js';
import type { RuntimeStateFile } from '../../application/ports/runtime-state-file.js';
import type { OutboxFile } from '../../application/ports/webhooks.js';
import { openAudit } from '../machine/audit.js';
import { usableFolder } from '../machine/data-folder.js';
import type { Settings } from '../settings/settings.js';
import { openAsRunFiles, type DayOf } from './as-run.js';

/** Where a service stores what survives a restart, and what it records. */
export interface ServiceStores {
  readonly configuration: ConfigurationFile;
  readonly runtimeState: RuntimeStateFile;
  readonly reports: ReportFile;
  readonly ledger: LedgerFile;
  readonly webhooks: OutboxFile;
  /** Opens the audit log, about whose files alarms are raised. */
  readonly openAudit: (alarms: Alarms) => Promise<AuditLog>;
  /** Opens the as-run log, about whose files alarms are raised. */
  readonly openAsRun: (alarms: Alarms, dayOf: DayOf) => Promise<AsRunFiles>;
}

/** What the stores on disk use. */
export interface DiskStoresDeps {
  /** The clock of the entries; the files use the machine's own. */
  readonly clock: Clock;
  readonly log: Log;
  readonly studioId: string;
}

/** Returns the stores in `DATA_DIR`. Rejects with a `StartupError` if its folder can't be used. */
export const diskStores = async (
  settings: Settings,
  { clock, log, studioId }: DiskStoresDeps,
): Promise<ServiceStores> => {
  const folder = await usableFolder(settings.DATA_DIR, 'service', log);
  return {
    configuration: configurationFile({ folder, studioId, log }),
    runtimeState: runtimeStateFile({ folder, studioId, log }),
    reports: reportFile({ folder, log }),
    ledger: ledgerFile({ folder, studioId, log }),
    webhooks: outboxFile({ folder, log }),
    openAudit: (alarms) => openAudit('service', { settings, log, clock, alarms }),
    openAsRun: (alarms, dayOf) => openAsRunFiles({ settings, log, clock, alarms, dayOf }),
  };
};
