// The log of a part, as the settings want it.
import { winstonLog } from '../adapters/log/winston-log.js';
import type { Log } from '../application/ports.js';
import type { Settings } from './settings.js';

/** Makes the log: to the file that is told, else to standard error. */
export const logFor = ({ LOG_LEVEL, LOG_FILE }: Settings): Log =>
  winstonLog(LOG_LEVEL, { isTerminal: process.stderr.isTTY, file: LOG_FILE });
