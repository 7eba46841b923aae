// A line of the log as somebody reads it who watches a terminal.

/** What a line tells: its time, level and sentence, and the fields beside it. */
export type LogRecord = Readonly<Record<string, unknown>>;

/** The sentence under which every call is logged; its fields are those of the request log. */
export const callMessage = 'call';

const named = (fields: LogRecord): readonly string[] =>
  Object.entries(fields).map(([name, value]) => `${name}=${String(value)}`);

/** `GET /api/v2/signals 200 device:Desk panel (192.168.1.20)`; a refusal's code stands behind its status. */
const call = ({ method, path, status, error, caller, address, ...others }: LogRecord): readonly string[] => [
  ...[method, path, status, error ?? [], caller ?? 'nobody'].flat().map(String),
  `(${String(address)})`,
  ...named(others),
];

/** Tells a line in one go, without its end. */
export const terminalLine = ({ timestamp, level, message, ...fields }: LogRecord): string =>
  [timestamp, level, ...(message === callMessage ? call(fields) : [message, ...named(fields)])].map(String).join(' ');
