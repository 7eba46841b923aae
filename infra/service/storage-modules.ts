// Binds what the service keeps on disk.
import { ContainerModule } from 'inversify';
import { SystemClock } from '../../adapters/node/clock.js';
import { hashToken } from '../../adapters/node/secrets.js';
import { configurationFile } from '../../adapters/storage/configuration-file.js';
import { reportFile } from '../../adapters/storage/report-file.js';
import { runtimeStateFile } from '../../adapters/storage/runtime-state-file.js';
import { accessPolicyHolder } from '../../application/access/access-policy-holder.js';
import { warnOfWideRanges } from '../../application/access/wide-ranges.js';
import type { Alarms } from '../../application/alarms/alarms.js';
import { fileAlarm } from '../../application/alarms/file-alarms.js';
import { callReports } from '../../application/calls/call-reports.js';
import type { Clock } from '../../application/ports/clock.js';
import type { ConfigurationFile } from '../../application/ports/configuration-file.js';
import type { ReportFile } from '../../application/ports/report-file.js';
import type { CurrentLayout } from '../../application/state/current-layout.js';
import { loadRuntimeState, runtimeStateWriter } from '../../application/state/runtime-state-writer.js';
import { knownAppUsernames } from '../../domain/access/legacy-authorization.js';
import { openAudit } from '../machine/audit.js';
import { usableFolder } from '../machine/data-folder.js';
import { ids } from './identifiers.js';
import type { Host } from './part-groups.js';

const accessFrom = async (
  file: ConfigurationFile,
  { layout }: CurrentLayout,
  clock: Clock,
  { settings, log }: Host,
) => {
  const appUsernames = [...knownAppUsernames, ...(settings.APP_USERNAMES ?? [])];
  const legacySettings = { serverId: layout.serverId, studioId: layout.id, appUsernames };
  const trustLoopback = settings.TRUST_LOOPBACK === 'on';
  const configuration = await file.load();
  warnOfWideRanges(log, configuration);
  return accessPolicyHolder({ hashToken, legacySettings, trustLoopback, clock }, configuration);
};

const reportsFrom = async (
  file: ReportFile,
  { clock, machine }: { readonly clock: Clock; readonly machine: Clock },
  { secrets, log }: Host,
  alarms: Alarms,
) => callReports(await file.load(), { file, clock, machine, secrets, log, alarm: fileAlarm(alarms, 'reports') });

/** Binds the files: the access configuration, the runtime state and the unsent reports. */
const filesModule = new ContainerModule(({ bind }) => {
  const { host, folder, currentLayout, log, clock } = ids;
  bind(ids.machineClock).to(SystemClock);
  bind(host).toResolvedValue(
    (settings, secrets, log, audit) => ({ settings, secrets, log, audit }),
    [ids.settings, ids.secrets, ids.log, ids.audit],
  );
  bind(folder).toResolvedValue(({ DATA_DIR }, log) => usableFolder(DATA_DIR, 'service', log), [ids.settings, log]);
  bind(ids.audit).toResolvedValue(
    (settings, log, clock, alarms) => openAudit('service', { settings, log, clock, alarms }),
    [ids.settings, log, clock, ids.alarms],
  );
  bind(ids.configurationFile).toResolvedValue(
    (folder, { layout }, log) => configurationFile({ folder, studioId: layout.id, log }),
    [folder, currentLayout, log],
  );
  bind(ids.runtimeStateFile).toResolvedValue(
    (folder, { layout }, log) => runtimeStateFile({ folder, studioId: layout.id, log }),
    [folder, currentLayout, log],
  );
  bind(ids.reportFile).toResolvedValue((folder, log) => reportFile({ folder, log }), [folder, log]);
  bind(ids.initialRuntimeState).toResolvedValue(
    ({ layout }, file, log) => loadRuntimeState(layout, file, log),
    [currentLayout, ids.runtimeStateFile, log],
  );
});

/** Binds what is kept in the files. Their writers use the clock of the machine. */
const storedStateModule = new ContainerModule(({ bind }) => {
  const { host, currentLayout, log, clock, machineClock } = ids;
  bind(ids.access).toResolvedValue(accessFrom, [ids.configurationFile, currentLayout, clock, host]);
  bind(ids.reports).toResolvedValue(
    (file, clock, machine, host, alarms) => reportsFrom(file, { clock, machine }, host, alarms),
    [ids.reportFile, clock, machineClock, host, ids.alarms],
  );
  bind(ids.runtimeStateWriter).toResolvedValue(
    (first, file, clock, log, alarms) =>
      runtimeStateWriter(first, { file, clock, log, alarm: fileAlarm(alarms, 'runtime-state') }),
    [ids.initialRuntimeState, ids.runtimeStateFile, machineClock, log, ids.alarms],
  );
  bind(ids.storedState).toResolvedValue(
    (access, runtimeState, reports, layoutIntake, journaling) => ({
      access,
      runtimeState,
      reports,
      layoutIntake,
      ...journaling,
    }),
    [ids.access, ids.runtimeStateWriter, ids.reports, ids.layoutIntake, ids.journaling],
  );
});

/** Binds what the service keeps on disk. */
export const storageModules = [filesModule, storedStateModule];
