// The JSON Schema of studio files, compared with the codec that it is derived from.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Ajv } from 'ajv';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { commands } from '../../../infra/command-line/commands.js';
import { readStudioInput } from '../../../infra/studio-file/studio-file.js';
import { editingSchema, studioSchema } from '../../../infra/studio-file/studio-schema.js';
import { demoStudio } from '../../../simulator/demo-studio.js';

const root = resolve(import.meta.dirname, '../../..');
const example = parse(readFileSync(resolve(root, 'infra/studio-file/example-studio.yaml'), 'utf8')) as unknown;

const accepts = new Ajv({ strict: false, validateFormats: false }).compile(studioSchema());

/** The check of studio files, which knows the settings of all drivers. */
const isValid = (input: unknown): boolean => E.isRight(readStudioInput(input));

/** The samples: every value of the two studios in turn, removed, renamed or replaced by others. */
const replacements: readonly unknown[] = [null, '', 'x', 0, -1, 7.5, true, [], {}, ['x'], { x: 1 }, 1e12];

type Key = string | number;

const pathsIn = (value: unknown, path: readonly Key[] = []): readonly (readonly Key[])[] => {
  if (typeof value !== 'object' || value === null) return [path];
  const entries = Object.entries(value as Record<string, unknown>);
  return [
    path,
    ...entries.flatMap(([key, part]) => pathsIn(part, [...path, Array.isArray(value) ? Number(key) : key])),
  ];
};

/** Returns a copy in which the value at a path was changed in its record or list. */
const changedAt = (
  value: unknown,
  [...path]: readonly Key[],
  change: (owner: Record<Key, unknown>, key: Key) => void,
) => {
  const copy = structuredClone(value) as Record<Key, unknown>;
  const last = path.pop() ?? '';
  const owner = path.reduce<Record<Key, unknown>>((part, key) => part[key] as Record<Key, unknown>, copy);
  change(owner, last);
  return copy;
};

const samplesOf = (studio: unknown): readonly unknown[] =>
  pathsIn(studio)
    .filter(({ length }) => length > 0)
    .flatMap((path) => [
      ...replacements.map((replacement) =>
        changedAt(studio, path, (owner, key) => {
          owner[key] = replacement;
        }),
      ),
      changedAt(studio, path, (owner, key) => {
        if (Array.isArray(owner)) owner.splice(Number(key), 1);
        else Reflect.deleteProperty(owner, key);
      }),
      changedAt(studio, path, (owner, key) => {
        if (!Array.isArray(owner)) owner[`${String(key)}x`] = owner[key];
      }),
    ]);

interface CheckedSample {
  readonly sample: unknown;
  readonly isValid: boolean;
  readonly isAccepted: boolean;
}

/** The samples, each checked once: by the check of studio files, and by the schema. */
const samples: readonly CheckedSample[] = samplesOf(example).map((sample) => ({
  sample,
  isValid: isValid(sample),
  isAccepted: accepts(sample),
}));

/** What only the codec finds: rules over several values, and forms that JSON Schema has no keyword for. */
const beyondSchema = [
  /^a list in which no two have the same/,
  /^another (\w+ than that of|than layer \d+ of channel)/,
  /^a variable whose value is of its type/,
  /^a layer for the (scene|graphic of the scene)/,
  /^the id or name of a variable/,
  /^a scene that has a graphic/,
  /^(the (id|key) of an? |a scene of |an angle of |number or key of a clip )/,
  /^a list of at least one scene/,
  /^(placeholders of declared parameters|a parameter of the macro|a macro that does not run itself)/,
  /^(a value of (the )?type|a decimal number|a name of up to 32 letters)/,
  /^(a parameter whose default is of its type|an automation that has retry only with)/,
  /^(the name of a time zone|a date such as )/,
  /^(a preset for the angle|another preset for each angle|the id of one of the camera's angles)/,
  /^(a file that CasparCG plays|an object with one of the fields coil, input)/,
  /^a (path below the media folder|host name or an IP address|time of day)/,
];

/** What is wrong with a sample, without what a keyword of the schema could express. */
const issuesBeyondSchema = (input: unknown): readonly string[] => {
  const read = readStudioInput(input);
  const issues = E.isRight(read) ? [] : read.left.map(({ expected }) => expected);
  return issues.filter((issue) => beyondSchema.some((pattern) => pattern.test(issue)));
};

interface Described {
  readonly description?: string;
  readonly const?: unknown;
  readonly $ref?: string;
}

/** The fields and definitions without a description, apart from fixed values and references. */
const undescribed = (value: unknown, path = ''): readonly string[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value as Record<string, Record<string, Described>>).flatMap(([key, part]) => {
    const fields = key === 'properties' || key === 'definitions' ? Object.entries(part) : [];
    const bare = fields.filter(([, one]) => (one.description ?? one.const ?? one.$ref) === undefined);
    return [...bare.map(([name]) => `${path}/${name}`), ...undescribed(part, `${path}/${key}`)];
  });
};

describe('@STUDIO-FILE-2: the schema of studio files', () => {
  it('accepts the example and the demo studio', () => {
    expect(accepts(example), JSON.stringify(accepts.errors)).toBe(true);
    expect(accepts(structuredClone(demoStudio)), JSON.stringify(accepts.errors)).toBe(true);
  });

  it('@STUDIO-FILE-4: accepts a player with the address of its server', () => {
    const player = { protocol: 'casparcg', host: '10.0.0.1', channel: 1, layers: { full: 10 } };
    const output = { id: 'out-1', slot: 'main', name: 'Main', scenes: ['full'] };
    const isAccepted = (one: object): boolean =>
      accepts({ ...structuredClone(demoStudio), outputs: [{ ...output, player: one }] });
    expect([player, { ...player, colour: 'red' }, { ...player, host: 7 }].map(isAccepted)).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('describes every field', () => {
    expect(undescribed(editingSchema())).toEqual([]);
  });

  it('refuses nothing that is valid', () => {
    const valid = samples.filter((one) => one.isValid);
    expect(valid.length).toBeGreaterThan(20);
    expect(valid.filter(({ isAccepted }) => !isAccepted)).toEqual([]);
  });

  it('accepts an invalid file only for what spans several records or has no keyword', () => {
    const accepted = samples.filter((one) => !one.isValid && one.isAccepted);
    const others = accepted.filter(({ sample }) => issuesBeyondSchema(sample).length === 0);
    expect(others.map(({ sample }) => readStudioInput(sample))).toEqual([]);
    expect(samples.filter(({ isAccepted }) => !isAccepted).length).toBeGreaterThan(samples.length / 2);
  });

  it('is the one in the documentation, which the command prints', async () => {
    const lines = (await commands['schema']?.run([], undefined as never))?.lines ?? [];
    expect(JSON.parse(lines.join('\n'))).toEqual(studioSchema());
    expect(readFileSync(resolve(root, 'docs/studio-file.schema.json'), 'utf8')).toBe(`${lines.join('\n')}\n`);
  });
});
