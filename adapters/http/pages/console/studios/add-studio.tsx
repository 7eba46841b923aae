// Entering a studio: its id and name, then the key that its service shows from then on.
import { useState, type ReactElement } from 'react';
import { check, Studio } from '../api/rules.js';
import { Dialog } from '../ui/dialog.js';
import { useForm } from '../ui/form.js';
import { Sheet } from '../ui/sheet.js';
import { TextField } from '../ui/text-field.js';
import { addStudio, useStudiosChange, type Entered } from './queries.js';
import { StudioKey } from './studio-key.js';

interface FormProps {
  readonly onClose: () => void;
  readonly onEntered: (entered: Entered) => void;
}

const StudioForm = ({ onClose, onEntered }: FormProps): ReactElement => {
  const [id, setId] = useState('');
  const [name, setName] = useState('');
  const change = useStudiosChange(addStudio);
  const form = useForm({
    fields: ['id', 'name'],
    check: () => check(Studio, { id, name }),
    send: async () => {
      onEntered(await change.mutateAsync({ id, name }));
    },
    conflict: 'id',
  });
  return (
    <Dialog title="Add a studio" onClose={onClose}>
      <Sheet form={form} send="Add the studio" onCancel={onClose}>
        <TextField
          label="Id"
          hint="As the studio’s own file has it. It can’t be changed later."
          value={id}
          onChange={setId}
          error={form.errors['id']}
          autoComplete="off"
          autoFocus
        />
        <TextField label="Name" value={name} onChange={setName} error={form.errors['name']} autoComplete="off" />
      </Sheet>
    </Dialog>
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
