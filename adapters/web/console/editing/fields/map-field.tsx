// Values by names that the editor chooses, such as header fields.
import type { ReactElement } from 'react';
import { TextField } from '../../ui/text-field.js';
import { emptyValue, isFields, type FormSchema } from '../schema.js';
import { useStudioForm, type ShownFieldProps } from '../form-context.js';
import { AddPart, FieldGroup, RemovePart } from './field-group.js';

const freeName = (names: readonly string[]): string => {
  const free = Array.from({ length: names.length + 1 }, (_, at) => `name-${String(at + 1)}`);
  return free.find((name) => !names.includes(name)) ?? '';
};

type Pair = readonly [name: string, value: unknown];

interface PairFieldsProps {
  readonly pair: Pair;
  readonly schema: FormSchema;
  readonly path: string;
  /** Takes another name or value; nothing removes the pair. */
  readonly onChange: (pair: Pair | undefined) => void;
}

const PairFields = ({ pair: [name, value], schema, path, onChange }: PairFieldsProps): ReactElement => {
  const { Field } = useStudioForm();
  return (
    <div className="pair">
      <TextField
        label="Name"
        value={name}
        autoComplete="off"
        onChange={(renamed) => {
          onChange([renamed, value]);
        }}
      />
      <Field
        {...{ name: 'value', schema, value, path: `${path}.${name}`, isRequired: true }}
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
          {...{ pair, schema: entry, path }}
          onChange={(changed) => {
            replace(index, changed);
          }}
        />
      ))}
      <AddPart
        name="Add"
        onAdd={() => {
          onChange({ ...fields, [freeName(Object.keys(fields))]: emptyValue(entry) });
        }}
      />
    </FieldGroup>
  );
};
