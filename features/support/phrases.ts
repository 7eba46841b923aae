// The phrases that steps share: who calls, what the call does, which device, what is wrong with it.
import { defineParameterType } from '@cucumber/cucumber';
import type { Device, Fault } from './driver.js';

/** Who calls: an address, and perhaps the device whose token is shown. */
export interface Caller {
  readonly from: string;
  readonly device?: string;
}

/** What a call does, as a request. */
export interface Deed {
  readonly method: string;
  readonly path: string;
}

/** Where a device calls from where a scenario doesn't say. */
const usualAddress = '192.168.1.20';

/** Reads who calls. */
export const readCaller = (phrase: string): Caller => {
  const [, device] = /^the device "([^"]*)"/.exec(phrase) ?? [];
  const [, from] = / at (\S+)$/.exec(phrase.replace(/"[^"]*"/, '')) ?? [];
  if (phrase === 'the host itself') return { from: '127.0.0.1' };
  return device === undefined ? { from: from ?? '' } : { from: from ?? usualAddress, device };
};

defineParameterType({
  name: 'caller',
  regexp: /the host itself|a caller at \S+|the device "[^"]*"(?: at \S+)?/,
  transformer: readCaller,
});

const plainDeeds: readonly (readonly [RegExp, string])[] = [
  [/^asks for the health/, '/health'],
  [/^reads the studio/, '/studio'],
  [/^reads the signals/, '/signals'],
  [/^reads the signal (\S+)/, '/signals/$1'],
  [/^switches the signal (\S+) (on|off)/, '/signals/$1/$2'],
  [/^plays clip (\S+) on (\S+)/, '/outputs/$2/clips/$1/play'],
];

const route = (phrase: string): string => {
  const [pattern, path] = plainDeeds.find(([deed]) => deed.test(phrase)) ?? [/$/, ''];
  return (pattern.exec(phrase)?.[0] ?? '').replace(pattern, path);
};

/** Reads what a call does. */
export const readDeed = (phrase: string): Deed => {
  const [, method, target] = /^calls ([A-Z]+) (.*)$/.exec(phrase) ?? [];
  if (method !== undefined && target !== undefined) return { method, path: target };
  const [, query] = / with (\S*)/.exec(phrase) ?? [];
  const face = phrase.includes(' in plain text') ? '/api/v2/plain' : '/api/v2';
  return {
    method: phrase.endsWith(' by POST') ? 'POST' : 'GET',
    path: `${face}${route(phrase)}${query === undefined ? '' : `?${query}`}`,
  };
};

const named = String.raw`(?:\{[^}]*\}|[^\s,{])+`;
const verbs = [
  'asks for the health',
  'reads the studio',
  'reads the signals',
  `reads the signal ${named}`,
  `switches the signal ${named} (?:on|off)`,
  `plays clip ${named} on ${named}`,
].join('|');

defineParameterType({
  name: 'deed',
  regexp: new RegExp(`(?:${verbs})(?: with ${named})?(?: in plain text)?(?: by POST)?|calls [A-Z]+ ${named}`),
  transformer: readDeed,
});

defineParameterType({
  name: 'device',
  regexp: /the (?:player|line) of \S+/,
  transformer: (phrase: string): Device => {
    const [, kind, name = ''] = /^the (player|line) of (\S+)$/.exec(phrase) ?? [];
    return kind === 'player' ? { kind, slot: name } : { kind: 'line', signal: name };
  },
});

const faults: readonly (readonly [RegExp, (ms: number) => Fault])[] = [
  [/^is well again$/, () => ({ kind: 'none' })],
  [/^thaws$/, () => ({ kind: 'none' })],
  [/^loses its acknowledgements$/, () => ({ kind: 'lost' })],
  [/^is (\d+) ms late$/, (byMs) => ({ kind: 'late', byMs })],
  [/^refuses$/, () => ({ kind: 'refuses' })],
  [/^is offline$/, () => ({ kind: 'offline' })],
  [/^is frozen$/, () => ({ kind: 'frozen' })],
  [/^acknowledges twice$/, () => ({ kind: 'twice' })],
];

defineParameterType({
  name: 'fault',
  regexp: faults.map(([{ source }]) => new RegExp(source.slice(1, -1).replace('(\\d+)', '\\d+'))),
  transformer: (phrase: string): Fault => {
    const [pattern, make] = faults.find(([fault]) => fault.test(phrase)) ?? [/$/, () => ({ kind: 'none' as const })];
    return make(Number(pattern.exec(phrase)?.[1]));
  },
});

defineParameterType({ name: 'address', regexp: /[0-9a-fA-F:.]+/, transformer: String });
defineParameterType({ name: 'code', regexp: /[a-z_]+/, transformer: String });
