// A list: its entries, and the button that adds one.
import { t } from '@lingui/core/macro';
import type { ReactElement } from 'react';
import { schemaFor, useStudioForm, type ShownFieldProps } from '../form-context.js';
import { newRecord } from '../new-record.js';
import { entryName } from '../schema.js';
import { AddPart, FieldGroup, RemovePart } from './field-group.js';
import { MovableList } from './movable-list.js';

/** Renders the entries. */
export const ListField = (props: ShownFieldProps): ReactElement => {
  const { name, schema, value, path, onChange } = props;
  const form = useStudioForm();
  const { Field } = form;
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  const entry = schema.items ?? {};
  const one = entryName(name);
  const nameAt = (index: number): string => `${one} ${String(index + 1)}`;
  return (
    <FieldGroup {...props}>
      <MovableList list={list} nameOf={(_, index) => nameAt(index)} onMove={onChange} className="entry">
        {(content, index) => (
          <>
            <div className="entry-fields">
              <Field
                {...{ name: one, schema: entry, value: content, path: `${path}[${String(index)}]`, isRequired: true }}
                onChange={(changed) => {
                  onChange(list.with(index, changed));
                }}
              />
            </div>
            <RemovePart
              name={nameAt(index)}
              onRemove={() => {
                onChange(list.toSpliced(index, 1));
              }}
            />
          </>
        )}
      </MovableList>
      <AddPart
        name={t`Add ${one}`}
        onAdd={() => {
          onChange([...list, newRecord(schemaFor(form, one, entry, undefined), one, list)]);
        }}
      />
    </FieldGroup>
  );
};
