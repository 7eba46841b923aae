// A field of a form, as the schema of the studio file describes it.
import { t } from '@lingui/core/macro';
import type { ReactElement } from 'react';
import { SelectField } from '../../ui/select-field.js';
import { SuggestField } from '../../ui/suggest-field.js';
import { Switch } from '../../ui/switch.js';
import { TextField } from '../../ui/text-field.js';
import {
  errorAt,
  referencesOf,
  schemaFor,
  useStudioForm,
  type SchemaFieldProps,
  type ShownFieldProps,
} from '../form-context.js';
import { hintOf, isNullable, kindOf, labelOf, readAny, readNumber, type Kind } from '../schema.js';
import { FieldGroup } from './field-group.js';
import { ListField } from './list-field.js';
import { MapField } from './map-field.js';
import { RecordFields } from './record-fields.js';
import { isSecretField, SecretField } from './secret-field.js';
import { VariantField } from './variant-field.js';

const notSet = '-';

const textValue = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

const withoutText = ({ schema, isRequired }: ShownFieldProps): unknown => {
  if (isNullable(schema)) return null;
  return isRequired ? '' : undefined;
};

const TextValue = (props: ShownFieldProps): ReactElement => {
  const { name, label, hint, error, value, onChange } = props;
  const references = referencesOf(useStudioForm(), name, props.path);
  const change = (text: string): void => {
    onChange(text === '' ? withoutText(props) : text);
  };
  const common = { label, hint, error, value: textValue(value), onChange: change };
  return references === undefined || references.length === 0 ? (
    <TextField {...common} autoComplete="off" />
  ) : (
    <SuggestField {...common} suggestions={references} />
  );
};

/** Returns a field whose text is read as another value. */
const readValue =
  (read: (text: string) => unknown, inputMode: 'decimal' | 'text') =>
  (props: ShownFieldProps): ReactElement => {
    const { label, hint, error, value, onChange } = props;
    return (
      <TextField
        {...{ label, hint, error, inputMode }}
        autoComplete="off"
        value={textValue(value)}
        onChange={(text) => {
          onChange(text === '' ? withoutText(props) : read(text));
        }}
      />
    );
  };

const NumberValue = readValue(readNumber, 'decimal');
const AnyValue = readValue(readAny, 'text');

const ChoiceValue = (props: ShownFieldProps): ReactElement => {
  const { label, schema, value, isRequired, onChange } = props;
  const options = (schema.enum ?? []).map((one) => ({ value: one, label: one }));
  return (
    <SelectField
      label={label}
      value={typeof value === 'string' ? value : notSet}
      options={isRequired ? options : [{ value: notSet, label: t`Not set` }, ...options]}
      onChange={(chosen) => {
        onChange(chosen === notSet ? undefined : chosen);
      }}
    />
  );
};

const BooleanValue = ({ label, hint = '', value, onChange, schema, isRequired }: ShownFieldProps): ReactElement => (
  <Switch
    label={label}
    explanation={hint}
    isOn={(value ?? schema.default) === true}
    isDisabled={false}
    onChange={(isOn) => {
      onChange(isOn || isRequired ? isOn : undefined);
    }}
  />
);

/** Renders a record. One within another has a frame with its name. */
const RecordValue = ({ label, schema, value, path, isFramed = false, onChange }: ShownFieldProps): ReactElement => {
  const fields = <RecordFields schema={schema} value={value} path={path} onChange={onChange} />;
  if (!isFramed) return fields;
  return <FieldGroup label={label}>{fields}</FieldGroup>;
};

const Nothing = (): null => null;

const views: Readonly<Record<Kind, (props: ShownFieldProps) => ReactElement | null>> = {
  text: TextValue,
  number: NumberValue,
  any: AnyValue,
  choice: ChoiceValue,
  boolean: BooleanValue,
  record: RecordValue,
  list: ListField,
  map: MapField,
  variants: VariantField,
  fixed: Nothing,
};

/** Renders the field. */
export const SchemaField = (props: SchemaFieldProps): ReactElement | null => {
  const form = useStudioForm();
  const { name, path, value } = props;
  const schema = schemaFor(form, name, props.schema, value);
  const hint = hintOf(schema);
  const found = errorAt(form, path);
  const error = found !== undefined && value === '' ? t`Needed` : found;
  const label = schema.title ?? labelOf(name);
  const field: ShownFieldProps = {
    ...props,
    schema,
    label: props.isRequired ? label : t`${label} (optional)`,
    ...(hint !== undefined && { hint }),
    ...(error !== undefined && { error }),
  };
  if (isSecretField(path)) return <SecretField {...field} label={label} />;
  const View = views[kindOf(schema)];
  return <View {...field} />;
};
