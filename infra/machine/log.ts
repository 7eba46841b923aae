// The log of this process, as configured.
import { closeSync, openSync } from 'node:fs';
import { isatty } from 'node:tty';
import { winstonLog } from '../../adapters/log/winston-log.js';
import type { Log } from '../../application/ports/log.js';
import { StartupError } from './startup-errors.js';
import type { Settings } from '../settings/settings.js';

const refuseUnusable = (file: string): void => {
  try {
    closeSync(openSync(file, 'a', 0o600));
  } catch (error) {
    throw new StartupError(
      `LOG_FILE: ${file} can't be written (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`,
    );
  }
};

const logs = new Map<string, Log>();

/** Returns the log to `LOG_FILE`, or to standard error. Parts of one process share it. */
export const logFor = ({ LOG_LEVEL, LOG_FILE }: Settings): Log => {
  const key = `${LOG_LEVEL} ${LOG_FILE ?? ''}`;
  if (LOG_FILE !== undefined && !logs.has(key)) refuseUnusable(LOG_FILE);
  const log = logs.get(key) ?? winstonLog(LOG_LEVEL, { isTerminal: isatty(2), file: LOG_FILE });
  logs.set(key, log);
  return log;
};
