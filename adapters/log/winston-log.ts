// The service's own log: lines for people on a terminal, JSON lines everywhere else.
import { inspect } from 'node:util';
import { MESSAGE } from 'triple-beam';
import winston from 'winston';
import type { Log } from '../../application/ports/log.js';
import { redactTokens } from '../../domain/access/redaction.js';
import { terminalLine } from './terminal-line.js';
import { rotatingFile } from './rotating-file.js';
import { standardError } from './standard-error.js';

/** From silent to chatty. */
export const logLevels = ['error', 'warn', 'info'] as const;
export type LogLevel = (typeof logLevels)[number];

const controlCharacters = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** What texts that need no cleaning are free of: tokens, anything encoded, control characters. */
const suspicious = new RegExp(`svc_|%|${controlCharacters.source}`, 'i');

const clean = (text: string): string =>
  suspicious.test(text) ? redactTokens(text).replace(controlCharacters, ' ') : text;

const plainValue = (value: unknown): unknown => {
  if (value instanceof Error) return clean(value.stack ?? value.message);
  if (typeof value === 'string') return clean(value);
  return typeof value === 'object' && value !== null ? clean(inspect(value)) : value;
};

const cleanFields = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, plainValue(value)]));

const forPeople = winston.format.printf(terminalLine);

/** One JSON object a line. There is a line for every call, so it is made in one go. */
const forPrograms = winston.format((info) => {
  info[MESSAGE] = JSON.stringify({ timestamp: new Date().toISOString(), ...info });
  return info;
});

const levelled =
  (logger: winston.Logger, level: LogLevel): Log['info'] =>
  (sentence, fields = {}) => {
    if (logger.isLevelEnabled(level)) logger.log(level, clean(sentence), cleanFields(fields));
  };

/** Where lines go. */
export interface LogDestination {
  /** Lines for people, in colour; JSON lines otherwise. */
  readonly isTerminal: boolean;
  /** A file instead of standard error; 10 MiB each, 5 of them. */
  readonly file?: string | undefined;
}

/** Makes the log. Nothing token-shaped and no control character gets into a line. */
export const winstonLog = (level: LogLevel, { isTerminal, file }: LogDestination): Log => {
  const { combine, timestamp, colorize } = winston.format;
  const people = combine(timestamp({ format: 'HH:mm:ss.SSS' }), colorize(), forPeople);
  const logger = winston.createLogger({
    level,
    format: isTerminal && file === undefined ? people : forPrograms(),
  });
  logger.pipe(file === undefined ? standardError() : rotatingFile(file));
  return {
    info: levelled(logger, 'info'),
    warn: levelled(logger, 'warn'),
    error: levelled(logger, 'error'),
  };
};
