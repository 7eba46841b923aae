// The addresses and ranges whose callers need no token, each with the label that the request log shows.
import { Plus, Trash2 } from 'lucide-react';
import type { ReactElement } from 'react';
import type { AccessSettings } from '../api/contract.js';
import type { Fields } from '../settings/section.js';
import { Button, IconButton } from '../ui/button.js';
import { TextField } from '../ui/text-field.js';

type Listed = AccessSettings['listedDevices'][number];

interface EntryProps {
  readonly place: number;
  readonly entry: Listed;
  readonly fields: Fields<AccessSettings>;
  readonly onChange: (entry: Listed) => void;
  readonly onRemove: () => void;
}

const Entry = ({ place, entry, fields, onChange, onRemove }: EntryProps): ReactElement => {
  const at = `listedDevices[${String(place)}]`;
  const { errors, isDisabled } = fields;
  return (
    <li className="entry">
      <TextField
        label="Address or range"
        placeholder="192.168.1.20 or fd00::/64"
        value={entry.address}
        onChange={(address) => {
          onChange({ ...entry, address });
        }}
        error={errors[`${at}.address`]}
        isDisabled={isDisabled}
        autoComplete="off"
        spellCheck="false"
      />
      <TextField
        label="Label"
        placeholder="Desk panel"
        value={entry.label}
        onChange={(label) => {
          onChange({ ...entry, label });
        }}
        error={errors[`${at}.label`]}
        isDisabled={isDisabled}
        autoComplete="off"
      />
      <IconButton
        label={`Take ${entry.label || entry.address || 'this entry'} off the list`}
        isDisabled={isDisabled}
        onPress={onRemove}
      >
        <Trash2 size={18} aria-hidden />
      </IconButton>
    </li>
  );
};

/** The list, kept also while another option is chosen. */
export const ListedDevices = (fields: Fields<AccessSettings>): ReactElement => {
  const { value, onChange, isDisabled } = fields;
  const list = value.listedDevices;
  const put = (listedDevices: readonly Listed[]): void => {
    onChange({ ...value, listedDevices });
  };
  return (
    <fieldset className="listed">
      <legend>
        Listed devices{' '}
        {value.accessWithoutToken === 'off' && <span className="hint">(not used while this is off)</span>}
      </legend>
      <ol>
        {list.map((entry, place) => (
          <Entry
            // An entry has no name of its own: its place is what it is known by.
            key={place}
            {...{ place, entry, fields }}
            onChange={(changed) => {
              put(list.map((other, at) => (at === place ? changed : other)));
            }}
            onRemove={() => {
              put(list.filter((_, at) => at !== place));
            }}
          />
        ))}
      </ol>
      <Button
        data-landing
        icon={<Plus size={16} aria-hidden />}
        isDisabled={isDisabled}
        onPress={() => {
          put([...list, { address: '', label: '' }]);
        }}
      >
        Add an address
      </Button>
    </fieldset>
  );
};
