// The changed fields of a history entry, before and after.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import type { ChangedField } from '../api/contract.js';
import { fieldDifferences } from './field-words.js';

interface FieldTableProps {
  readonly fields: readonly ChangedField[];
  /** What the table shows, for screen readers. */
  readonly label: string;
  readonly heads?: readonly [string, string];
}

/** Renders the table; nothing without fields. */
export const FieldTable = ({ fields, label, heads = [t`Before`, t`After`] }: FieldTableProps): ReactElement | null =>
  fields.length === 0 ? null : (
    <table className="field-table" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Setting</Trans>
          </th>
          <th scope="col">{heads[0]}</th>
          <th scope="col">{heads[1]}</th>
        </tr>
      </thead>
      <tbody>
        {fieldDifferences(fields).map(({ setting, before, after }, place) => (
          // An address may be listed more than once.
          <tr key={place}>
            <th scope="row">{setting}</th>
            <td data-head={heads[0]}>{before}</td>
            <td data-head={heads[1]}>{after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
