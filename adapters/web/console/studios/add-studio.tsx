// Entering a studio: its id and name, then the key that its service shows from then on.
import { useState, type ReactElement } from 'react';
import { check, ConsoleStudio } from '../api/rules.js';
import { useEntry } from '../ui/entry.js';
import { FormDialog } from '../ui/form-dialog.js';
import { TextField } from '../ui/text-field.js';
import { addStudio, useStudiosChange, type Entered } from './queries.js';
import { StudioKey } from './studio-key.js';

interface FormProps {
  readonly onClose: () => void;
  readonly onEntered: (entered: Entered) => void;
}

const StudioForm = ({ onClose, onEntered }: FormProps): ReactElement => {
  const change = useStudiosChange();
  const entry = useEntry({
    first: { id: '', name: '' },
    check: (studio) => check(ConsoleStudio, studio),
    send: async (studio) => {
      onEntered(await change(() => addStudio(studio)));
    },
    conflict: 'id',
  });
  return (
    <FormDialog title="Add a studio" form={entry} send="Add the studio" onClose={onClose}>
      <TextField
        label="Id"
        hint="As the studio’s own file has it. It can’t be changed later."
        {...entry.text('id')}
        autoComplete="off"
        autoFocus
      />
      <TextField label="Name" {...entry.text('name')} autoComplete="off" />
    </FormDialog>
  );
};

/** The dialog, and after it the key. */
export const AddStudio = ({ onClose }: { readonly onClose: () => void }): ReactElement => {
  const [entered, setEntered] = useState<Entered>();
  return entered === undefined ? (
    <StudioForm onClose={onClose} onEntered={setEntered} />
  ) : (
    <StudioKey name={entered.studio.name} studioKey={entered.key} onClose={onClose} />
  );
};
