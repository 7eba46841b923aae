// A value that has one of several forms, such as a step: which one, and its fields.
import type { ReactElement } from 'react';
import { SelectField } from '../../ui/select-field.js';
import { useStudioForm, type ShownFieldProps } from '../form-context.js';
import {
  emptyValue,
  isFields,
  kindOf,
  labelOf,
  variantAt,
  variantName,
  variantsOf,
  type FormSchema,
} from '../schema.js';

/** Returns a value of another form, with what it has in common with the present one. */
const changedTo = (schema: FormSchema, value: unknown): unknown => {
  const start = emptyValue(schema);
  if (!isFields(start) || !isFields(value)) return start;
  const common = Object.entries(value).filter(
    ([name]) => name in (schema.properties ?? {}) && schema.properties?.[name]?.const === undefined,
  );
  return { ...start, ...Object.fromEntries(common) };
};

const nameOf = (schema: FormSchema): string =>
  kindOf(schema) === 'record'
    ? variantName(schema)
    : ({ list: 'Several', variants: 'One', text: 'Text' }[kindOf(schema) as string] ?? labelOf(kindOf(schema)));

/** Renders the choice and the fields. */
export const VariantField = ({
  label,
  schema,
  value,
  path,
  name,
  isRequired,
  onChange,
}: ShownFieldProps): ReactElement => {
  const { Field } = useStudioForm();
  const variants = variantsOf(schema);
  const at = variantAt(variants, value);
  const chosen = variants[at] ?? {};
  return (
    <fieldset className="variant">
      <SelectField
        label={label}
        value={String(at)}
        options={variants.map((one, index) => ({ value: String(index), label: nameOf(one) }))}
        onChange={(next) => {
          const to = variants[Number(next)];
          if (to !== undefined && Number(next) !== at) onChange(changedTo(to, value));
        }}
      />
      <Field name={name} schema={chosen} value={value} path={path} isRequired={isRequired} onChange={onChange} />
    </fieldset>
  );
};
