// The fields that adding and editing an operator share.
import type { ReactElement } from 'react';
import type { Role } from '../api/contract.js';
import { roles } from '../session/session.js';
import type { Fields } from '../ui/entry.js';
import { OneOf } from '../ui/one-of.js';
import { TextField, type FieldProps } from '../ui/text-field.js';

/** What both of them hold. */
export interface RoleAndPassword {
  readonly role: Role;
  readonly password: string;
}

interface Props extends Pick<FieldProps, 'label' | 'hint'> {
  readonly role: Role;
  readonly password: ReturnType<Fields<RoleAndPassword>['text']>;
  readonly set: (change: Partial<RoleAndPassword>) => void;
}

/** The role, and a password of which `label` and `hint` tell. */
export const OperatorFields = ({ role, password, set, ...told }: Props): ReactElement => (
  <>
    <OneOf
      label="Role"
      value={role}
      choices={roles}
      onChange={(chosen) => {
        set({ role: chosen });
      }}
    />
    <TextField {...told} {...password} type="password" autoComplete="new-password" />
  </>
);
