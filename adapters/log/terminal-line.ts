// Formats a log line for a terminal.

/** The time, level, message and fields of a line. */
export type LogRecord = Readonly<Record<string, unknown>>;

/** The message of every logged call. Its fields are those of the request log. */
export const callMessage = 'call';

const pairs = (fields: LogRecord): readonly string[] =>
  Object.entries(fields).map(([name, value]) => `${name}=${String(value)}`);

/** Formats a call, such as `GET /api/v2/signals 200 device:Desk panel (192.168.1.20)`. An error code follows the status. */
const call = ({ method, path, status, error, caller, address, ...others }: LogRecord): readonly string[] => [
  ...[method, path, status, error ?? [], caller ?? 'nobody'].flat().map(String),
  `(${String(address)})`,
  ...pairs(others),
];

/** Returns the line without a line break. */
export const terminalLine = ({ timestamp, level, message, ...fields }: LogRecord): string =>
  [timestamp, level, ...(message === callMessage ? call(fields) : [message, ...pairs(fields)])].map(String).join(' ');
