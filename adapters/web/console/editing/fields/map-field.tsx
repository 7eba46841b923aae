// Values by names: those of the scenes for a player, else names that the editor chooses, such as those of header fields.
import { t } from '@lingui/core/macro';
import type { ReactElement } from 'react';
import { TextField } from '../../ui/text-field.js';
import { emptyValue, entryName, isFields, listOf, type Fields, type FormSchema } from '../schema.js';
import { useStudioForm, type ShownFieldProps } from '../form-context.js';
import { AddPart, FieldGroup, RemovePart } from './field-group.js';

const freeName = (names: readonly string[]): string => {
  const free = Array.from({ length: names.length + 1 }, (_, at) => `name-${String(at + 1)}`);
  return free.find((name) => !names.includes(name)) ?? '';
};

const playerPath = /^outputs\[(\d+)\]\.(?:player|backup)\./;

/** Returns the scenes for which a player has values; undefined for other values. */
const scenesAt = (studio: Fields, path: string): readonly string[] | undefined => {
  const [, output] = playerPath.exec(path) ?? [];
  if (output === undefined) return undefined;
  return listOf(listOf(studio, 'outputs')[Number(output)], 'scenes').filter((scene) => typeof scene === 'string');
};

/** Returns the names that are added by a press: those of all scenes without a value, else a free one. */
const namesToAdd = (names: readonly string[], scenes: readonly string[] = []): readonly string[] => {
  const missing = scenes.filter((scene) => !names.includes(scene));
  return missing.length > 0 ? missing : [freeName(names)];
};

/** Returns values to begin with; numbers that differ, because no two scenes share one. */
const addedPairs = (entry: FormSchema, names: readonly string[], count: number): Fields => {
  const start = emptyValue(entry);
  return Object.fromEntries(names.map((name, at) => [name, typeof start === 'number' ? start + count + at : start]));
};

type Pair = readonly [name: string, value: unknown];

interface PairFieldsProps {
  readonly pair: Pair;
  readonly schema: FormSchema;
  readonly path: string;
  /** What a value is for, and what it is. */
  readonly labels: readonly [name: string, value: string];
  /** Takes another name or value; nothing removes the pair. */
  readonly onChange: (pair: Pair | undefined) => void;
}

const PairFields = ({
  pair: [name, value],
  schema,
  path,
  labels: [nameLabel, valueName],
  onChange,
}: PairFieldsProps): ReactElement => {
  const { Field } = useStudioForm();
  return (
    <div className="pair">
      <TextField
        label={nameLabel}
        value={name}
        autoComplete="off"
        onChange={(renamed) => {
          onChange([renamed, value]);
        }}
      />
      <Field
        {...{ name: valueName, schema, value, path: `${path}.${name}`, isRequired: true }}
        onChange={(content) => {
          onChange([name, content]);
        }}
      />
      <RemovePart
        name={name}
        onRemove={() => {
          onChange(undefined);
        }}
      />
    </div>
  );
};

/** Renders a row for each value. */
export const MapField = (props: ShownFieldProps): ReactElement => {
  const { schema, value, path, onChange } = props;
  const fields = isFields(value) ? value : {};
  const entry: FormSchema = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {};
  const pairs = Object.entries(fields);
  const scenes = scenesAt(useStudioForm().studio, path);
  const labels = scenes === undefined ? ([t`Name`, 'value'] as const) : ([t`Scene`, entryName(props.name)] as const);
  const replace = (index: number, pair: Pair | undefined): void => {
    const others = pairs.filter((_, at) => at !== index);
    // Two of one name would become one.
    if (pair !== undefined && others.some(([name]) => name === pair[0])) return;
    onChange(Object.fromEntries([...pairs.slice(0, index), ...(pair ? [pair] : []), ...pairs.slice(index + 1)]));
  };
  return (
    <FieldGroup {...props}>
      {pairs.map((pair, index) => (
        <PairFields
          key={String(index)}
          {...{ pair, schema: entry, path, labels }}
          onChange={(changed) => {
            replace(index, changed);
          }}
        />
      ))}
      <AddPart
        name={t`Add`}
        onAdd={() => {
          const names = namesToAdd(Object.keys(fields), scenes);
          onChange({ ...fields, ...addedPairs(entry, names, pairs.length) });
        }}
      />
    </FieldGroup>
  );
};
