// A secret of a connection or webhook, which stands in a file on the host: it can be set here, and nobody can read it.
import { t } from '@lingui/core/macro';
import type { ReactElement } from 'react';
import { placeIn, type SecretPlace } from '../../../../../domain/editing/secret-place.js';
import { TextField } from '../../ui/text-field.js';
import { listOf, textOf, type Fields } from '../schema.js';
import { errorAt, useStudioForm, type ShownFieldProps } from '../form-context.js';
import { MadeSecret } from './made-secret.js';

const secretPath = /^(?:connections\[\d+\]\.(?:.*\.)?(?:\w+File|headerFiles\.[^.]+)|webhooks\[\d+\]\.secretFile)$/;

/** Whether a field of the studio names a file with a secret. */
export const isSecretField = (path: string): boolean => secretPath.test(path);

/** Returns the place of a secret in a studio. */
const placeAt = (studio: Fields, path: string): SecretPlace => {
  const [, list = '', index = '', field = ''] = /^(\w+)\[(\d+)\]\.(.*)$/.exec(path) ?? [];
  const id = textOf(listOf(studio, list)[Number(index)], 'id');
  return placeIn(list === 'webhooks' ? list : 'connections', id, field);
};

/** Renders the field, and what makes a secret that nobody else decides about. */
export const SecretField = ({ label, path, value, error }: ShownFieldProps): ReactElement => {
  const form = useStudioForm();
  const { draft } = form;
  const place = placeAt(form.studio, path);
  const typed = draft.secretOf(place);
  const input = (
    <TextField
      label={label.replace(/ file$/i, '')}
      type="password"
      autoComplete="new-password"
      hint={
        typeof value !== 'string' || value === ''
          ? t`Not set. It is stored on the host, and can’t be read here`
          : t`Kept in ${value} on the host. What you type replaces it`
      }
      error={typed === '' ? error : errorAt(form, path)}
      value={typed}
      onChange={(secret) => {
        draft.setSecret({ ...place, secret });
      }}
    />
  );
  if (!('webhook' in place)) return input;
  return (
    <div className="made-secret">
      {input}
      <MadeSecret place={place} />
    </div>
  );
};
