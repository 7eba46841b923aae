// The commands that back up, restore and move the data of the console.
import { join } from 'node:path';
import { SystemClock } from '../../adapters/node/clock.js';
import { secretBox } from '../../adapters/node/secret-box.js';
import { openBackup, writeBackup } from '../../adapters/storage/backup/backup-file.js';
import type { BackupSource, BackupTarget } from '../../adapters/storage/backup/database-backup.js';
import type { BackupRecord } from '../../adapters/storage/backup/record-kinds.js';
import {
  followedBy,
  historyRecord,
  recordSummary,
  type RecordSummary,
  type SealedSecret,
} from '../../adapters/storage/backup/records.js';
import { postgresBackupSource, postgresBackupTarget } from '../../adapters/storage/postgres/backup.js';
import { sqliteBackupSource, sqliteBackupTarget } from '../../adapters/storage/sqlite/backup.js';
import { utcTime } from '../../domain/codec/utc-time.js';
import { consoleItself } from '../../domain/console/operator.js';
import { counted, type CommandOutput } from '../studio-file/check.js';
import { embeddedDatabase, safeDatabaseUrl } from './console-store.js';
import { usableFolder, usableSecretFile } from '../machine/data-folder.js';
import { actAsOwnerOf } from '../machine/data-owner.js';
import { logFor } from '../machine/log.js';
import type { CommandLine, Settings } from '../settings/settings.js';
import { StartupError } from '../machine/startup-errors.js';
import { version } from '../machine/version.js';

const clock = new SystemClock();

const describeCounts = ({ count }: RecordSummary): string =>
  [
    counted(count('studio'), 'studio'),
    counted(count('operator'), 'operator'),
    count('historyEntry') === 1 ? '1 history entry' : `${String(count('historyEntry'))} history entries`,
  ].join(', ');

const embedded = ({ DATA_DIR }: Settings): string => embeddedDatabase(join(DATA_DIR, 'console'));

const openSource = (settings: Settings): BackupSource => {
  const { DATABASE_URL } = settings;
  return DATABASE_URL === undefined
    ? sqliteBackupSource(embedded(settings))
    : postgresBackupSource(safeDatabaseUrl(DATABASE_URL, settings), logFor(settings));
};

const openTarget = async (settings: Settings): Promise<BackupTarget> => {
  const { DATABASE_URL, DATA_DIR } = settings;
  if (DATABASE_URL !== undefined)
    return postgresBackupTarget(safeDatabaseUrl(DATABASE_URL, settings), logFor(settings));
  await usableFolder(DATA_DIR, 'console', logFor(settings));
  return sqliteBackupTarget(embedded(settings));
};

/** Runs a command. An error becomes its message after the name of the command, with the exit code 1. */
const explained = (name: string, run: () => Promise<CommandOutput>): Promise<CommandOutput> =>
  run().catch((error: unknown) => ({ lines: [`${name}: ${(error as Error).message}`], exitCode: 1 }));

/** Returns the secrets that can't be decrypted with the key that a console with these settings would have. */
const lostSecrets = async (settings: Settings, summary: RecordSummary): Promise<readonly SealedSecret[]> => {
  const key = settings.SECOND_FACTOR_KEY ?? (await usableSecretFile(settings.DATA_DIR, 'second-factor-key').read());
  const box = key === undefined ? undefined : secretBox(key);
  return summary.sealedSecrets().filter(({ sealed }) => box?.open(sealed) === undefined);
};

const keyNames = 'the file second-factor-key in DATA_DIR, or SECOND_FACTOR_KEY';

/** Returns warnings about second factors and webhooks. The data is restored already, so that nothing here may fail. */
const secretNotes = async (settings: Settings, summary: RecordSummary): Promise<readonly string[]> => {
  const lost = await lostSecrets(settings, summary).catch((error: unknown) => (error as Error).message);
  if (typeof lost === 'string') return [`warning: the key of second factors can't be read: ${lost}`];
  return (['operator', 'webhook'] as const).flatMap((kind) => {
    const count = lost.filter(({ of }) => of === kind).length;
    const { what, otherwise } = {
      operator: { what: 'second factors', otherwise: 'an admin has to remove them' },
      webhook: { what: 'secrets', otherwise: 'an admin has to replace them' },
    }[kind];
    return count === 0
      ? []
      : [
          `warning: the ${what} of ${counted(count, kind)} can't be decrypted here; use the key of the console ` +
            `that set them up (${keyNames}), or ${otherwise}`,
        ];
  });
};

/** What is written to a database, and how it is recorded there. */
interface Replacement {
  readonly records: AsyncIterable<BackupRecord>;
  readonly action: string;
  readonly summary: string;
  /** Observes the records. */
  readonly seen: RecordSummary;
}

/** Replaces the data of a database, and adds an entry to the history. Rejects if there is data that may not be replaced. */
const replaceAll = async (
  target: BackupTarget,
  { records, action, summary, seen }: Replacement,
  isAllowed: boolean,
): Promise<void> => {
  if (!isAllowed && !(await target.isEmpty()))
    throw new StartupError('the database has data of a console already; add --replace to replace it');
  const entry = { time: clock.now(), operator: consoleItself.username, action, summary };
  await target.replace(followedBy(seen.observe(records), () => historyRecord(seen.lastHistoryId() + 1, entry)));
};

/** Backs up the data of the console to a file. The console may be running. */
export const backUpConsole = (file: string, { settings, flags }: CommandLine): Promise<CommandOutput> =>
  explained('console backup', async () => {
    await using opened = new AsyncDisposableStack();
    const source = openSource(settings);
    opened.defer(source.close);
    const seen = recordSummary();
    const header = { program: version, time: utcTime(clock.now()) };
    const options = { replaces: flags.replace === true };
    await source.read((records) => writeBackup(file, header, seen.observe(records), options));
    const notes = seen.sealedSecrets().length === 0 ? [] : [`keep the key of second factors as well: ${keyNames}`];
    return { lines: [`${file}: ${describeCounts(seen)}`], notes, exitCode: 0 };
  });

/** Restores the data of the console from a backup. Refuses while a console is running on the database. */
export const restoreConsole = (file: string, { settings, flags }: CommandLine): Promise<CommandOutput> =>
  explained('console restore', async () => {
    const { header, records } = await openBackup(file);
    await actAsOwnerOf(settings.DATA_DIR);
    await using opened = new AsyncDisposableStack();
    const target = await openTarget(settings);
    opened.defer(target.close);
    const seen = recordSummary();
    const change = { action: 'console.restore', summary: `restored a backup of ${header.time}`, seen };
    await replaceAll(target, { records, ...change }, flags.replace === true);
    const lines = [`restored the backup of ${header.time}: ${describeCounts(seen)}`];
    return { lines, notes: await secretNotes(settings, seen), exitCode: 0 };
  });

const targetUrl = ({ settings, flags }: CommandLine): string => {
  const url = flags.to ?? settings.DATABASE_URL;
  if (url === undefined) throw new StartupError('expected --to postgres://…, DATABASE_URL or DATABASE_URL_FILE');
  return safeDatabaseUrl(url, settings);
};

const afterMoving = ({ DATA_DIR, SECOND_FACTOR_KEY }: Settings, seen: RecordSummary): readonly string[] => {
  const next = 'set DATABASE_URL or DATABASE_URL_FILE, and start the console; the embedded database is left as it was';
  if (seen.sealedSecrets().length === 0 || SECOND_FACTOR_KEY !== undefined) return [next];
  return [next, `set SECOND_FACTOR_KEY_FILE to ${usableSecretFile(DATA_DIR, 'second-factor-key').path}`];
};

/** Copies the data of the console from the embedded database to PostgreSQL. Refuses while a console is running on either. */
export const moveConsole = (commandLine: CommandLine): Promise<CommandOutput> =>
  explained('console move', async () => {
    const { settings, flags } = commandLine;
    const url = targetUrl(commandLine);
    await actAsOwnerOf(settings.DATA_DIR);
    await using opened = new AsyncDisposableStack();
    const source = sqliteBackupSource(embedded(settings), { excludesConsole: true });
    opened.defer(source.close);
    const target = await postgresBackupTarget(url, logFor(settings));
    opened.defer(target.close);
    const seen = recordSummary();
    const change = { action: 'console.move', summary: 'moved all data from the embedded database to PostgreSQL', seen };
    await source.read((records) => replaceAll(target, { records, ...change }, flags.replace === true));
    return { lines: [`moved ${describeCounts(seen)}`], notes: afterMoving(settings, seen), exitCode: 0 };
  });
