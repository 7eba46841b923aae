// Composes the report about the equipment: of the running service, and of what is on disk.
import { stat } from 'node:fs/promises';
import { arch, cpus, release, totalmem } from 'node:os';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { readAsRun } from '../../adapters/audit/as-run-reader.js';
import { asRunEntries } from '../../application/as-run/entries.js';
import type { LocalAnswers } from '../../adapters/http/local/local-socket.js';
import type { Alarms } from '../../application/alarms/alarms.js';
import {
  serviceReport,
  type EquipmentReport,
  type ServiceReport,
} from '../../application/connections/equipment-report.js';
import { wireRecording, type WireRecordingDeps } from '../../application/connections/wire-recording.js';
import type { Webhooks } from '../../application/webhooks/webhooks.js';
import { dayMs } from '../../domain/time-units.js';
import { hidden, hide } from '../../domain/editing/hidden-values.js';
import { isFields } from '../../domain/editing/identity.js';
import { version } from '../machine/version.js';
import type { Settings } from '../settings/settings.js';
import { issueLines, readStudioSource, studioTexts } from '../studio-file/studio-file.js';
import { asRunFolder } from './as-run.js';
import { connectionDrivers } from './connection-drivers.js';
import type { Installation } from './installation.js';

/** The most commands of a report. Older ones than of yesterday are left out. */
const maxCommands = 100;

const megabyte = 1_048_576;

/** The name of the program, as reports and recordings state it. */
export const programName = `studio-control ${version}`;

const machine = (): EquipmentReport['machine'] => ({
  system: `${process.platform} ${release()}`,
  processor: `${arch()}, ${String(cpus().length)} cores`,
  memoryMegabytes: Math.round(totalmem() / megabyte),
  node: process.version,
});

const lastCommands = async ({ DATA_DIR }: Pick<Settings, 'DATA_DIR'>): Promise<EquipmentReport['asRun']> => {
  const folder = join(DATA_DIR, asRunFolder);
  if ((await stat(folder).catch(() => undefined)) === undefined) return [];
  const from = new Date(Date.now() - dayMs).toISOString().slice(0, 10);
  const readable = async function* () {
    for await (const line of readAsRun(folder, from)) if (E.isRight(line)) yield line.right;
  };
  const last: EquipmentReport['asRun'][number][] = [];
  for await (const entry of asRunEntries(readable(), { from, to: undefined })) {
    last.push(entry);
    if (last.length > maxCommands) last.shift();
  }
  return last;
};

/**
 * Returns the value of the studio file without what is secret in it, or what is wrong with the file. The id of the studio is a password of
 * the legacy routes too (LEGACY-AUTH-12); editors see it, but reports leave the house.
 */
const shownStudioFile = async ({ STUDIO_FILE }: Pick<Settings, 'STUDIO_FILE'>): Promise<unknown> => {
  if (STUDIO_FILE === undefined) return 'STUDIO_FILE is not set';
  const source = await readStudioSource(STUDIO_FILE);
  const value = E.isLeft(source) ? E.left([source.left]) : studioTexts.parse(source.right);
  if (E.isLeft(value)) return issueLines(STUDIO_FILE, value.left);
  return isFields(value.right) ? hide({ ...value.right, id: hidden }) : null;
};

/** Returns the report. `service` is what the running service reports of itself; null if none runs. */
export const equipmentReport = async (settings: Settings, service: ServiceReport | null): Promise<EquipmentReport> => {
  const time = new Date().toISOString();
  return {
    name: `studio-control-report-${time.slice(0, 19).replaceAll(':', '-')}`,
    program: programName,
    time,
    machine: machine(),
    service,
    studioFile: await shownStudioFile(settings),
    asRun: await lastCommands(settings),
  };
};

interface EquipmentRecordsDeps extends Pick<Installation, 'studio' | 'clock'> {
  readonly devices: WireRecordingDeps['devices'];
  readonly alarms: Pick<Alarms, 'open'>;
  readonly webhooks: Pick<Webhooks, 'test'>;
}

/** Returns what a service that starts now says about its equipment. Nothing is recorded where the devices are simulated. */
export const equipmentRecords = (
  settings: Settings,
  { studio, clock, devices, alarms, webhooks }: EquipmentRecordsDeps,
): LocalAnswers => {
  const { current, states, wires, reopen } = studio;
  const shown = { layout: () => current.layout, devices, states, table: connectionDrivers };
  const startedAtMs = clock.now();
  return {
    report: () => equipmentReport(settings, serviceReport({ ...shown, startedAtMs, wires, alarms: alarms.open })),
    recording: (connection) => wires && wireRecording(connection, { ...shown, wires, clock, program: programName }),
    reopen: (connection) => reopen?.(connection),
    testWebhook: webhooks.test,
  };
};
