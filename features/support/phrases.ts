// The parameter types that steps share: caller, call, device and fault.
import { playerIdOf } from '../../domain/studio/output-player.js';
import { defineParameterType } from '@cucumber/cucumber';
import type { ScenarioDevice, ScenarioFault } from './driver.js';

/** A caller: its address, and the device whose token it sends, if any. */
export interface CallerPhrase {
  readonly from: string;
  readonly device?: string;
}

/** A call, as a request. */
export interface CallSpec {
  readonly method: string;
  readonly path: string;
}

/** The address of a device, unless a scenario specifies another. */
const defaultAddress = '192.168.1.20';

/** Parses a caller. */
export const readCaller = (phrase: string): CallerPhrase => {
  const [, device] = /^the device "([^"]*)"/.exec(phrase) ?? [];
  const [, from] = / at (\S+)$/.exec(phrase.replace(/"[^"]*"/, '')) ?? [];
  if (phrase === 'the host itself') return { from: '127.0.0.1' };
  return device === undefined ? { from: from ?? '' } : { from: from ?? defaultAddress, device };
};

defineParameterType({
  name: 'caller',
  regexp: /the host itself|a caller at \S+|the device "[^"]*"(?: at \S+)?/,
  transformer: readCaller,
});

/** The calls and their routes. `<>` matches a name; names and groups in brackets are `$1`, `$2` of the route. */
const calls: readonly (readonly [string, string])[] = [
  ['reads the index', ''],
  ['reads the health', '/health'],
  ['reads the request log', '/requests'],
  ['reads the core status', '/core'],
  ['reads the actions', '/actions'],
  ['reads the action <>', '/actions/$1'],
  ['reads the events', '/events'],
  ['reads the metrics', '/metrics'],
  ['reads the alarms', '/alarms'],
  ['reads the state', '/state'],
  ['reads the studio', '/studio'],
  ["reads the studio's status", '/studio/status'],
  ['takes the studio (on|off) air', '/studio/$1air'],
  ['reads the station', '/station'],
  ['reads the stations', '/stations'],
  ['takes the studio for <>', '/stations/$1/take'],
  ['releases the studio', '/station/release'],
  ['reads the signals', '/signals'],
  ['reads the signal <>', '/signals/$1'],
  ['switches the signal <> (on|off)', '/signals/$1/$2'],
  ['(toggle|pulse)s the signal <>', '/signals/$2/$1'],
  ['reads the macros', '/macros'],
  ['reads the macro <>', '/macros/$1'],
  ['(run|stop)s the macro <>', '/macros/$2/$1'],
  ['reads the automations', '/automations'],
  ['reads the automation <>', '/automations/$1'],
  ['(start|pause|resume|stop)s the automation <>', '/automations/$2/$1'],
  ['reads the outputs', '/outputs'],
  ['reads the output <>', '/outputs/$1'],
  ['plays clip <> on <>', '/outputs/$2/clips/$1/play'],
  ['plays the bank <> on <>', '/outputs/$2/banks/$1/play'],
  ['goes to the (next|previous) clip on <>', '/outputs/$2/$1'],
  ['ends the playlist on <>', '/outputs/$1/playlist/stop'],
  ['stops the output <>', '/outputs/$1/stop'],
  ['cues clip <> on <>', '/outputs/$2/clips/$1/cue'],
  ['takes the cued clip of <>', '/outputs/$1/take'],
  ['(pause|resume)s the output <>', '/outputs/$2/$1'],
  ['seeks the output <> to <>', '/outputs/$1/seek?ms=$2'],
  ['reads the remaining time of <>', '/outputs/$1/remaining'],
  ['reads the graphic of <>', '/outputs/$1/graphic'],
  ['(show|hide)s the graphic of <>', '/outputs/$2/graphic/$1'],
  ['lets the (main|backup) lead <>', '/outputs/$2/lead/$1'],
  ['lets the backup of <> follow', '/outputs/$1/backup/follow'],
  ['reads the banks', '/banks'],
  ['reads the bank <>', '/banks/$1'],
  ['reads the clips of the bank <>', '/banks/$1/clips'],
  ['activates the bank <>', '/banks/$1/activate'],
  ['reads the cameras', '/cameras'],
  ['reads the camera <>', '/cameras/$1'],
  ['reads the angles of the camera <>', '/cameras/$1/angles'],
  ['reads the tally of the output <>', '/outputs/$1/tally'],
  ['reads the tally of the camera <>', '/cameras/$1/tally'],
  ['recalls the angle <> of the camera <>', '/cameras/$2/angles/$1/recall'],
  ['reads the variables', '/variables'],
  ['reads the variable <>', '/variables/$1'],
  ['reads the value of <>', '/variables/$1/value'],
  ['sets the variable <> to <>', '/variables/$1/set?value=$2'],
];

const named = String.raw`(?:\{[^}]*\}|[^\s,{])+`;
const rest = '(?= with | in plain text| by POST|$)';

const routes = calls.map(
  ([words, path]) => [new RegExp(`^${words.replaceAll('<>', `(${named})`)}${rest}`), path] as const,
);

const routeOf = (phrase: string): string => {
  const [words, path] = routes.find(([pattern]) => pattern.test(phrase)) ?? [/$/, ''];
  return (words.exec(phrase)?.[0] ?? '').replace(words, path);
};

const withQuery = (path: string, query: string | undefined): string => {
  if (query === undefined) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${query}`;
};

/** Parses a call. */
export const readCallSpec = (phrase: string): CallSpec => {
  const [, method, target] = /^calls ([A-Z]+) (.*)$/.exec(phrase) ?? [];
  if (method !== undefined && target !== undefined) return { method, path: target };
  const [, query] = / with (\S*)/.exec(phrase) ?? [];
  const prefix = phrase.includes(' in plain text') ? '/api/v2/plain' : '/api/v2';
  return {
    method: phrase.endsWith(' by POST') ? 'POST' : 'GET',
    path: withQuery(`${prefix}${routeOf(phrase)}`, query),
  };
};

const verbs = calls.map(([words]) => words.replaceAll('(', '(?:').replaceAll('<>', named)).join('|');

defineParameterType({
  name: 'call',
  regexp: new RegExp(`(?:${verbs})(?: with ${named})?(?: in plain text)?(?: by POST)?|calls [A-Z]+ ${named}`),
  transformer: readCallSpec,
});

/** Returns the slot by which a simulated studio knows the backup of an output. */
export const backupOf = (slot: string): string => playerIdOf(slot, 'backup');

defineParameterType({
  name: 'device',
  regexp: /the (?:player|backup|line) of \S+|the camera \S+/,
  transformer: (phrase: string): ScenarioDevice => {
    const [, kind, name = ''] = /^the (player of|backup of|line of|camera) (\S+)$/.exec(phrase) ?? [];
    if (kind === 'camera') return { kind, camera: name };
    if (kind === 'line of') return { kind: 'line', signal: name };
    return { kind: 'player', slot: kind === 'backup of' ? backupOf(name) : name };
  },
});

const faults: readonly (readonly [RegExp, (ms: number) => ScenarioFault])[] = [
  [/^works again$/, () => ({ kind: 'none' })],
  [/^responds again$/, () => ({ kind: 'none' })],
  [/^loses its acknowledgements$/, () => ({ kind: 'lost' })],
  [/^is (\d+) ms late$/, (byMs) => ({ kind: 'late', byMs })],
  [/^rejects commands$/, () => ({ kind: 'refuses' })],
  [/^is offline$/, () => ({ kind: 'offline' })],
  [/^is frozen$/, () => ({ kind: 'frozen' })],
  [/^acknowledges twice$/, () => ({ kind: 'twice' })],
  [/^accepts commands without effect$/, () => ({ kind: 'ineffective' })],
  [/^has a broken driver$/, () => ({ kind: 'broken driver' })],
];

defineParameterType({
  name: 'fault',
  regexp: faults.map(([{ source }]) => new RegExp(source.slice(1, -1).replace('(\\d+)', '\\d+'))),
  transformer: (phrase: string): ScenarioFault => {
    const [pattern, make] = faults.find(([fault]) => fault.test(phrase)) ?? [/$/, () => ({ kind: 'none' as const })];
    return make(Number(pattern.exec(phrase)?.[1]));
  },
});

defineParameterType({ name: 'address', regexp: /[0-9a-fA-F:.]+/, transformer: String });
defineParameterType({ name: 'code', regexp: /[a-z_]+/, transformer: String });
