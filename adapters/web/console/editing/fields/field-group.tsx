// The frame around fields that belong together.
import { t } from '@lingui/core/macro';
import { Plus, X } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Button, IconButton } from '../../ui/button.js';

interface FieldGroupProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly children: ReactNode;
}

/** Renders the frame, with what is expected in it. */
export const FieldGroup = ({ label, hint, error, children }: FieldGroupProps): ReactElement => (
  <fieldset className="field-group">
    <legend>{label}</legend>
    {hint !== undefined && <p className="hint">{hint}</p>}
    {error !== undefined && <p className="error">{error}</p>}
    {children}
  </fieldset>
);

interface AddPartProps {
  readonly name: string;
  readonly onAdd: () => void;
}

/** Renders the button that adds a field or an entry. */
export const AddPart = ({ name, onAdd }: AddPartProps): ReactElement => (
  <Button look="quiet" icon={<Plus size={16} aria-hidden />} onPress={onAdd}>
    {name}
  </Button>
);

interface RemovePartProps {
  readonly name: string;
  readonly onRemove: () => void;
}

/** Renders the button that removes a field or an entry. */
export const RemovePart = ({ name, onRemove }: RemovePartProps): ReactElement => (
  <IconButton label={t`Remove ${name}`} onPress={onRemove}>
    <X size={16} aria-hidden />
  </IconButton>
);
