// Dialog that adds a studio and then shows its studio key.
import { t } from '@lingui/core/macro';
import { useState, type ReactElement } from 'react';
import { check, ConsoleStudio } from '../api/rules.js';
import { useFields } from '../ui/use-fields.js';
import { FormDialog } from '../ui/form-dialog.js';
import { TextField } from '../ui/text-field.js';
import { useAddStudio, type AddedStudio } from './queries.js';
import { StudioKeyDialog } from './studio-key.js';

interface FormProps {
  readonly onClose: () => void;
  readonly onAdded: (added: AddedStudio) => void;
}

const StudioForm = ({ onClose, onAdded }: FormProps): ReactElement => {
  const addStudio = useAddStudio();
  const form = useFields({
    initial: { id: '', name: '' },
    check: (studio) => check(ConsoleStudio, studio),
    send: async (studio) => {
      onAdded(await addStudio(studio));
    },
    conflict: 'id',
  });
  return (
    <FormDialog title={t`Add studio`} form={form} send={t`Add`} onClose={onClose}>
      <TextField
        label={t`Id`}
        hint={t`The id in the studio file. It can’t be changed later.`}
        {...form.text('id')}
        autoComplete="off"
        autoFocus
      />
      <TextField label={t`Name`} {...form.text('name')} autoComplete="off" />
    </FormDialog>
  );
};

/** Renders the form, then the key of the new studio. */
export const AddStudio = ({ onClose }: { readonly onClose: () => void }): ReactElement => {
  const [added, setAdded] = useState<AddedStudio>();
  return added === undefined ? (
    <StudioForm onClose={onClose} onAdded={setAdded} />
  ) : (
    <StudioKeyDialog studioId={added.studio.id} name={added.studio.name} studioKey={added.key} onClose={onClose} />
  );
};
