// The service's own log: text lines on a terminal, JSON lines everywhere else.
import { inspect } from 'node:util';
import { MESSAGE } from 'triple-beam';
import winston from 'winston';
import type { Log } from '../../application/ports/log.js';
import { mayHaveSecret, redactSignIn, redactTokens } from '../../domain/access/redaction.js';
import { terminalLine } from './terminal-line.js';
import { rotatingFile } from './rotating-file.js';
import { standardError } from './standard-error.js';

/** Log levels, from least to most output. */
export const logLevels = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Controls, bidi and zero-width characters, and line separators. */
const controlCharacters = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** Matches texts that may need cleaning: with secrets or control characters. */
const suspicious = new RegExp(`${mayHaveSecret.source}|[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]`, 'iu');

const clean = (text: string): string =>
  suspicious.test(text) ? redactSignIn(redactTokens(text)).replace(controlCharacters, ' ') : text;

const plainValue = (value: unknown): unknown => {
  if (value instanceof Error) return clean(value.stack ?? value.message);
  if (typeof value === 'string') return clean(value);
  return typeof value === 'object' && value !== null ? clean(inspect(value)) : value;
};

const cleanFields = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, plainValue(value)]));

const textFormat = winston.format.printf(terminalLine);

/** One JSON object per line. Every call is logged, so this is a single format step for speed. */
const jsonFormat = winston.format((info) => {
  info[MESSAGE] = JSON.stringify({ timestamp: new Date().toISOString(), ...info });
  return info;
});

const ignore = (): void => undefined;

/** Returns the function that logs at a level. The level of the log doesn't change, so it isn't asked for each line. */
const logAt = (logger: winston.Logger, level: LogLevel): Log['info'] =>
  logger.isLevelEnabled(level)
    ? (sentence, fields = {}) => {
        logger.log(level, clean(sentence), cleanFields(fields));
      }
    : ignore;

/** Where the lines are written. */
export interface LogDestination {
  /** Coloured text lines if true, else JSON lines. */
  readonly isTerminal: boolean;
  /** A rotated file to write to instead of standard error. Its lines are JSON. */
  readonly file?: string | undefined;
}

/** Returns the log. Its lines contain no tokens (LOG-4) and no control or invisible characters (LOG-6). */
export const winstonLog = (level: LogLevel, { isTerminal, file }: LogDestination): Log => {
  const { combine, timestamp, colorize } = winston.format;
  const terminalFormat = combine(timestamp({ format: 'HH:mm:ss.SSS' }), colorize(), textFormat);
  const logger = winston.createLogger({
    level,
    format: isTerminal && file === undefined ? terminalFormat : jsonFormat(),
  });
  logger.pipe(file === undefined ? standardError() : rotatingFile(file));
  return {
    debug: logAt(logger, 'debug'),
    info: logAt(logger, 'info'),
    warn: logAt(logger, 'warn'),
    error: logAt(logger, 'error'),
  };
};
