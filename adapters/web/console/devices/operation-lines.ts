// Operations with their parameters as lines of text: `signal.pulse id=door-lock ms=500`.
import type { DeviceSettings } from '../api/contract.js';

type Operations = DeviceSettings['operations'];

const quoted = (value: string): string => (/^[^\s"]+$/.test(value) ? value : JSON.stringify(value));

/** Returns operations as lines. */
export const operationLines = (operations: Operations): string =>
  operations
    .map(({ operation, with: values }) =>
      [operation, ...Object.entries(values).map(([name, value]) => `${name}=${quoted(value)}`)].join(' '),
    )
    .join('\n');

const unquoted = (value: string): string => {
  try {
    return value.startsWith('"') ? String(JSON.parse(value)) : value;
  } catch {
    return value;
  }
};

const parameterIn = (word: string): readonly [string, string] => {
  const at = word.indexOf('=');
  return at < 0 ? [word, ''] : [word.slice(0, at), unquoted(word.slice(at + 1))];
};

/** Reads lines. What is no parameter is one without a value, which no device may have. */
export const readOperationLines = (text: string): Operations =>
  text
    .split('\n')
    .map((line): readonly string[] => line.match(/(?:"(?:\\.|[^"\\])*"|[^\s"])+/g) ?? [])
    .flatMap(([operation, ...parameters]) =>
      operation === undefined ? [] : [{ operation, with: Object.fromEntries(parameters.map(parameterIn)) }],
    );
