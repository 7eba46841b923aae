// The fields of a record: those that are required, simple ones that may be left out, and buttons that add the others.
import type { ReactElement } from 'react';
import { schemaFor, useStudioForm } from '../form-context.js';
import { emptyValue, isFields, isSimple, labelOf, type Fields, type FormSchema } from '../schema.js';
import { AddPart, RemovePart } from './field-group.js';

interface RecordFieldsProps {
  readonly schema: FormSchema;
  readonly value: unknown;
  readonly path: string;
  readonly onChange: (value: Fields) => void;
}

const withField = (fields: Fields, name: string, value: unknown): Fields => {
  const { [name]: _, ...others } = fields;
  return value === undefined ? others : { ...fields, [name]: value };
};

/** A field of the record. */
interface RecordField {
  readonly name: string;
  readonly schema: FormSchema;
  readonly isRequired: boolean;
  readonly isSimple: boolean;
}

interface AddFieldsProps {
  readonly fields: readonly RecordField[];
  readonly onAdd: (name: string, value: unknown) => void;
}

const AddFields = ({ fields, onAdd }: AddFieldsProps): ReactElement | null => {
  const form = useStudioForm();
  return fields.length === 0 ? null : (
    <div className="add-fields">
      {fields.map(({ name, schema }) => (
        <AddPart
          key={name}
          name={labelOf(name)}
          onAdd={() => {
            onAdd(name, emptyValue(schemaFor(form, name, schema, undefined)));
          }}
        />
      ))}
    </div>
  );
};

/** Renders the fields. */
export const RecordFields = ({ schema, value, path, onChange }: RecordFieldsProps): ReactElement => {
  const form = useStudioForm();
  const { Field } = form;
  const fields = isFields(value) ? value : {};
  const described = Object.entries(schema.properties ?? {}).map(([name, field]): RecordField => {
    const isRequired = schema.required?.includes(name) === true;
    return { name, schema: field, isRequired, isSimple: isSimple(schemaFor(form, name, field, fields[name])) };
  });
  const isShown = (field: RecordField): boolean =>
    Object.hasOwn(fields, field.name) || field.isRequired || field.isSimple;
  const change = (name: string, content: unknown): void => {
    onChange(withField(fields, name, content));
  };
  return (
    <div className="record-fields">
      {described.filter(isShown).map(({ name, schema: field, isRequired, isSimple: isPlain }) => (
        <div key={name} className="record-field">
          <Field
            {...{ name, schema: field, value: fields[name], isRequired, isFramed: described.length > 1 }}
            path={path === '' ? name : `${path}.${name}`}
            onChange={(content) => {
              change(name, content);
            }}
          />
          {!isRequired && !isPlain && (
            <RemovePart
              name={labelOf(name)}
              onRemove={() => {
                change(name, undefined);
              }}
            />
          )}
        </div>
      ))}
      <AddFields fields={described.filter((field) => !isShown(field))} onAdd={change} />
    </div>
  );
};
