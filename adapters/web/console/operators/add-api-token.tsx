// Dialog that makes an API token, and then shows it.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState, type ReactElement } from 'react';
import { useHistoryState } from 'wouter/use-browser-location';
import { checkEach, ApiTokenName } from '../api/rules.js';
import { ExpiryField } from '../devices/expiry.js';
import { checkExpiry } from '../devices/expiry-rules.js';
import { FormDialog } from '../ui/form-dialog.js';
import { SecretDialog } from '../ui/secret-dialog.js';
import { TextField } from '../ui/text-field.js';
import { useFields } from '../ui/use-fields.js';
import { useAddApiToken } from './api-token-queries.js';
import { RoleFields } from './operator-fields.js';
import { firstRoles, rolesOf, type RoleInput } from './roles.js';

interface NewApiTokenInput extends RoleInput {
  readonly name: string;
  readonly expiresAt: string | null;
}

interface MadeToken {
  readonly name: string;
  readonly token: string;
}

interface ApiTokenFormProps {
  readonly onClose: () => void;
  readonly onMade: (made: MadeToken) => void;
}

const ApiTokenForm = ({ onClose, onMade }: ApiTokenFormProps): ReactElement => {
  const addToken = useAddApiToken();
  const kept = useHistoryState<unknown>();
  const form = useFields<NewApiTokenInput>({
    initial: { name: '', ...firstRoles(kept), expiresAt: null },
    check: ({ name, expiresAt }) => ({ ...checkEach({ name: [ApiTokenName, name] }), ...checkExpiry(expiresAt) }),
    send: async ({ name, expiresAt, ...roles }) => {
      onMade({ name, token: await addToken({ name, ...rolesOf(roles), expiresAt }) });
    },
    conflict: 'name',
  });
  return (
    <FormDialog title={t`Add API token`} form={form} send={t`Add`} onClose={onClose}>
      <TextField
        label={t`Name`}
        hint={t`What the program is called in the history, such as newsroom-import.`}
        {...form.text('name')}
        autoComplete="off"
        autoFocus
      />
      <RoleFields value={form.value} set={form.set} />
      <ExpiryField
        value={form.value.expiresAt}
        onChange={(expiresAt) => {
          form.set({ expiresAt });
        }}
        error={form.errors['expiresAt']}
      />
    </FormDialog>
  );
};

/** Renders the form, then the token. */
export const AddApiToken = ({ onClose }: { readonly onClose: () => void }): ReactElement => {
  const [made, setMade] = useState<MadeToken>();
  return made === undefined ? (
    <ApiTokenForm onClose={onClose} onMade={setMade} />
  ) : (
    <SecretDialog title={t`API token of ${made.name}`} label={t`API token`} secret={made.token} onClose={onClose}>
      <p className="prose">
        <Trans>
          The program sends it with every call: <code>Authorization: Bearer {made.token.slice(0, 4)}…</code>
        </Trans>
      </p>
    </SecretDialog>
  );
};
