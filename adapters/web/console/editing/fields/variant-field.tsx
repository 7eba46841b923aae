// A value that has one of several forms, such as a step: which one, and its fields.
import { t } from '@lingui/core/macro';
import type { ReactElement } from 'react';
import { SelectField } from '../../ui/select-field.js';
import { useStudioForm, type ShownFieldProps } from '../form-context.js';
import {
  emptyValue,
  isFields,
  kindOf,
  variantAt,
  variantName,
  variantsOf,
  type FormSchema,
  type Kind,
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

/** What people call the kinds of values that are no records. */
const kindNames: Readonly<Record<Exclude<Kind, 'record'>, string>> = {
  list: t`Several`,
  variants: t`One`,
  text: t`Text`,
  number: t`Number`,
  boolean: t`Boolean`,
  choice: t`Choice`,
  map: t`Map`,
  fixed: t`Fixed`,
  any: t`Any`,
};

const nameOf = (schema: FormSchema): string => {
  const kind = kindOf(schema);
  return kind === 'record' ? variantName(schema) : kindNames[kind];
};

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
