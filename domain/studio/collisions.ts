// Finds records of a studio whose names collide; the later record gets the issue (PARAMETER-6).
import { matchable } from '../codec/codec.js';
import type { Issue } from '../codec/issues.js';
import { playerIdOf } from './output-player.js';
import { fieldOf, listIn, textIn } from '../codec/unchecked.js';

/** The fields by which callers find records of a kind. Each is unique, ignoring case. */
const names: readonly (readonly [kind: string, ...fields: readonly string[]])[] = [
  ['stations', 'id', 'name'],
  ['connections', 'id'],
  ['signals', 'id', 'identifier'],
  ['cameras', 'id'],
  ['outputs', 'id', 'slot'],
  ['banks', 'key'],
  ['macros', 'id'],
  ['automations', 'id'],
  ['variables', 'id'],
  ['panels', 'id'],
];

/** Returns an issue for every entry whose key an earlier entry has. An undefined key never collides. */
const duplicates = <Entry>(
  entries: readonly Entry[],
  keyOf: (entry: Entry) => string | undefined,
  issueOf: (later: readonly [number, Entry], first: readonly [number, Entry]) => Issue,
): readonly Issue[] => {
  const seen = new Map<string, readonly [number, Entry]>();
  return entries.flatMap((entry, index) => {
    const name = keyOf(entry);
    if (name === undefined) return [];
    const key = matchable(name);
    const first = seen.get(key);
    if (first === undefined) seen.set(key, [index, entry]);
    return first === undefined ? [] : [issueOf([index, entry], first)];
  });
};

const duplicatesOf = (entries: readonly unknown[], list: string, field: string): readonly Issue[] =>
  duplicates(
    entries,
    (entry) => textIn(entry, field),
    ([index], [first]) => ({
      path: `${list}[${String(index)}].${field}`,
      expected: `another ${field} than that of ${list}[${String(first)}], ignoring case`,
      first: `${list}[${String(first)}].${field}`,
    }),
  );

/** Names of variables are unique within a station. */
const variableNames = (input: unknown): readonly Issue[] =>
  duplicates(
    listIn(input, 'variables'),
    (entry) => {
      const name = textIn(entry, 'name');
      return name === undefined ? undefined : `${String(fieldOf(entry, 'station'))}\n${name}`;
    },
    ([index], [first]) => ({
      path: `variables[${String(index)}].name`,
      expected: `another name than that of variables[${String(first)}], of the same station`,
      first: `variables[${String(first)}].name`,
    }),
  );

/** Drivers know a backup by an id that no output has. */
const backupIds = (input: unknown): readonly Issue[] => {
  const outputs = listIn(input, 'outputs').map((output) => ({
    id: textIn(output, 'id'),
    hasBackup: fieldOf(output, 'backup') !== undefined,
  }));
  const backups = outputs.flatMap(({ id, hasBackup }, index) =>
    id === undefined || !hasBackup ? [] : [[matchable(playerIdOf(id, 'backup')), index] as const],
  );
  return outputs.flatMap(({ id = '' }, index) =>
    backups
      .filter(([backup]) => backup === matchable(id))
      .map(([, of]) => ({
        path: `outputs[${String(index)}].id`,
        expected: `another id than that of the backup of outputs[${String(of)}], ignoring case`,
        first: `outputs[${String(of)}].backup`,
      })),
  );
};

/** Returns an issue for every collision in an unvalidated studio. */
export const findCollisions = (input: unknown): readonly Issue[] => [
  ...names.flatMap(([kind, ...fields]) => fields.flatMap((field) => duplicatesOf(listIn(input, kind), kind, field))),
  ...variableNames(input),
  ...backupIds(input),
];
