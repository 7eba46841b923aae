// Records of a studio that couldn't be told from one another: each is a fault of the later one.
import type { ValidationIssue } from '../codec/codec.js';
import { fieldOf, listIn, textIn } from '../codec/unchecked.js';
import { defaultAmcpPort } from './player.js';

/** The names under which records of a kind are found, each unique among them in any letters' case. */
const names: readonly (readonly [kind: string, ...fields: readonly string[]])[] = [
  ['stations', 'id', 'name'],
  ['signals', 'id', 'identifier'],
  ['cameras', 'id'],
  ['outputs', 'id', 'slot'],
  ['banks', 'key'],
  ['macros', 'id'],
  ['automations', 'id'],
  ['variables', 'id'],
];

/** Tells every entry whose key an entry before it has; undefined is no key. */
const twice = <Entry>(
  entries: readonly Entry[],
  keyOf: (entry: Entry) => string | undefined,
  tell: (later: readonly [number, Entry], first: readonly [number, Entry]) => ValidationIssue,
): readonly ValidationIssue[] => {
  const seen = new Map<string, readonly [number, Entry]>();
  return entries.flatMap((entry, index) => {
    const key = keyOf(entry)?.toLowerCase();
    if (key === undefined) return [];
    const first = seen.get(key);
    if (first === undefined) seen.set(key, [index, entry]);
    return first === undefined ? [] : [tell([index, entry], first)];
  });
};

const among = (entries: readonly unknown[], list: string, field: string): readonly ValidationIssue[] =>
  twice(
    entries,
    (entry) => textIn(entry, field),
    ([index], [first]) => ({
      path: `${list}[${String(index)}].${field}`,
      expected: `another ${field} than that of ${list}[${String(first)}], in any letters’ case`,
    }),
  );

/** Names of variables are each station's own. */
const variableNames = (input: unknown): readonly ValidationIssue[] =>
  twice(
    listIn(input, 'variables'),
    (entry) => {
      const name = textIn(entry, 'name');
      return name === undefined ? undefined : `${String(fieldOf(entry, 'station'))}\n${name}`;
    },
    ([index], [first]) => ({
      path: `variables[${String(index)}].name`,
      expected: `another name than that of variables[${String(first)}], of the same station`,
    }),
  );

/** Two scenes that would play on one layer. */
const layers = (input: unknown): readonly ValidationIssue[] => {
  const places = listIn(input, 'outputs').flatMap((output, index) => playerPlaces(output, index));
  return twice(
    places,
    ({ key }) => key,
    ([, { place }], [, first]) => ({ path: place, expected: `another layer than that of ${first.place}` }),
  );
};

interface PlayerPlace {
  readonly place: string;
  readonly key: string;
}

const playerPlaces = (output: unknown, index: number): readonly PlayerPlace[] => {
  const player = fieldOf(output, 'player');
  const [host, port = defaultAmcpPort, channel] = ['host', 'port', 'channel'].map((field) => fieldOf(player, field));
  const address = `${String(host)} ${String(port)} ${String(channel)}`;
  const on = fieldOf(player, 'layers');
  return Object.entries(typeof on === 'object' && on !== null ? on : {}).map(([scene, layer]) => ({
    place: `outputs[${String(index)}].player.layers.${scene}`,
    key: `${address} ${String(layer)}`,
  }));
};

/** Every collision in a studio as it is described. */
export const findCollisions = (input: unknown): readonly ValidationIssue[] => [
  ...names.flatMap(([kind, ...fields]) => fields.flatMap((field) => among(listIn(input, kind), kind, field))),
  ...variableNames(input),
  ...layers(input),
];
