// Form fields for the roles of an operator.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Plus, Trash2 } from 'lucide-react';
import type { ReactElement } from 'react';
import type { Role, StudioOverview } from '../api/contract.js';
import { roleOptions } from '../session/session.js';
import { useStudios } from '../studios/queries.js';
import { Button, IconButton } from '../ui/button.js';
import { RadioChoice } from '../ui/radio-choice.js';
import { SelectField } from '../ui/select-field.js';
import { withGrant, withoutGrant, type RoleInput, type StudioGrant } from './roles.js';

const allStudiosOptions = [
  {
    value: 'none',
    label: t({ message: 'None', context: 'role' }),
    explanation: t`Sees only the studios that are chosen below.`,
  },
  ...roleOptions,
] as const;

const studioRoleOptions = roleOptions.map(({ value, label }) => ({ value, label }));

interface GrantProps {
  readonly grant: StudioGrant;
  /** The studios that can be chosen: that of the grant, and those without one. */
  readonly studios: readonly StudioOverview[];
  readonly onChange: (grant: StudioGrant) => void;
  readonly onRemove: () => void;
}

const Grant = ({ grant, studios, onChange, onRemove }: GrantProps): ReactElement => (
  <li className="grant">
    <SelectField
      label={t`Studio`}
      value={grant.studioId}
      options={studios.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(studioId) => {
        onChange({ ...grant, studioId });
      }}
    />
    <SelectField<Role>
      label={t`Role`}
      value={grant.role}
      options={studioRoleOptions}
      onChange={(role) => {
        onChange({ ...grant, role });
      }}
    />
    <IconButton label={t`Remove the role in ${grant.studioId}`} onPress={onRemove}>
      <Trash2 size={18} aria-hidden />
    </IconButton>
  </li>
);

interface RoleFieldsProps {
  readonly value: RoleInput;
  readonly set: (change: Partial<RoleInput>) => void;
}

const Grants = ({ value: { grants }, set }: RoleFieldsProps): ReactElement => {
  const { data: studios = [] } = useStudios();
  const isFree = ({ id }: StudioOverview): boolean => grants.every(({ studioId }) => studioId !== id);
  const free = studios.filter(isFree);
  const setGrants = (changed: readonly StudioGrant[]): void => {
    set({ grants: changed });
  };
  return (
    <fieldset className="grants">
      <legend>{t`Roles in single studios`}</legend>
      <ol>
        {grants.map((grant, index) => (
          <Grant
            key={grant.studioId}
            grant={grant}
            studios={studios.filter((studio) => studio.id === grant.studioId || isFree(studio))}
            onChange={(changed) => {
              setGrants(withGrant(grants, index, changed));
            }}
            onRemove={() => {
              setGrants(withoutGrant(grants, index));
            }}
          />
        ))}
      </ol>
      <Button
        data-focus-fallback
        icon={<Plus size={16} aria-hidden />}
        isDisabled={free.length === 0}
        onPress={() => {
          const [studio] = free;
          if (studio) setGrants([...grants, { studioId: studio.id, role: 'viewer' }]);
        }}
      >
        <Trans>Add studio</Trans>
      </Button>
      {free.length === 0 && (
        <p className="hint">
          <Trans>There is no further studio.</Trans>
        </p>
      )}
    </fieldset>
  );
};

/** Renders the fields. An admin of all studios needs no further role. */
export const RoleFields = (props: RoleFieldsProps): ReactElement => (
  <>
    <RadioChoice
      label={t`Role in all studios`}
      value={props.value.role}
      options={allStudiosOptions}
      onChange={(role) => {
        props.set({ role });
      }}
    />
    {props.value.role !== 'admin' && <Grants {...props} />}
  </>
);
