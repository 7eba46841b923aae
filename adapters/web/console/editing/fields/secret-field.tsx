// A secret of a connection, which stands in a file on the host: it can be set here, and nobody can read it.
import type { ReactElement } from 'react';
import { TextField } from '../../ui/text-field.js';
import { listOf, textOf } from '../schema.js';
import { useStudioForm, type ShownFieldProps } from '../form-context.js';

const secretPath = /^connections\[(\d+)\]\.((?:.*\.)?(?:\w+File|headerFiles\.[^.]+))$/;

/** Whether a field of the studio names a file with a secret. */
export const isSecretField = (path: string): boolean => secretPath.test(path);

/** Renders the field. */
export const SecretField = ({ label, path, value, error }: ShownFieldProps): ReactElement => {
  const { draft, studio } = useStudioForm();
  const [, index = '', field = ''] = secretPath.exec(path) ?? [];
  const connection = textOf(listOf(studio, 'connections')[Number(index)], 'id');
  return (
    <TextField
      label={label.replace(/ file$/i, '')}
      type="password"
      autoComplete="new-password"
      hint={
        typeof value !== 'string'
          ? 'Not set. It is stored on the host, and can’t be read here'
          : `Kept in ${value} on the host. What you type replaces it`
      }
      error={error}
      value={draft.secretOf(connection, field)}
      onChange={(secret) => {
        draft.setSecret({ connection, field, secret });
      }}
    />
  );
};
