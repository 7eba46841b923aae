// Form fields for role and password of an operator.
import type { ReactElement } from 'react';
import type { Role } from '../api/contract.js';
import { roleOptions } from '../session/session.js';
import type { FieldsForm } from '../ui/use-fields.js';
import { RadioChoice } from '../ui/radio-choice.js';
import { TextField, type FieldProps } from '../ui/text-field.js';

/** Values of the fields. */
export interface RoleAndPassword {
  readonly role: Role;
  readonly password: string;
}

interface Props extends Pick<FieldProps, 'label' | 'hint'> {
  readonly role: Role;
  readonly password: ReturnType<FieldsForm<RoleAndPassword>['text']>;
  readonly set: (change: Partial<RoleAndPassword>) => void;
}

/** Renders the fields. `label` and `hint` belong to the password. */
export const OperatorFields = ({ role, password, set, ...passwordProps }: Props): ReactElement => (
  <>
    <RadioChoice
      label="Role"
      value={role}
      options={roleOptions}
      onChange={(chosen) => {
        set({ role: chosen });
      }}
    />
    <TextField {...passwordProps} {...password} type="password" autoComplete="new-password" />
  </>
);
