// Addresses and ranges that need no token, each with a label for the request log.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Plus, Trash2 } from 'lucide-react';
import type { ReactElement } from 'react';
import type { AccessSettings } from '../api/contract.js';
import type { SettingsFields } from '../settings/section.js';
import { useIgnoresEnds } from '../studios/queries.js';
import { Button, IconButton } from '../ui/button.js';
import { TextField } from '../ui/text-field.js';
import { ExactTime, useNow } from '../ui/time.js';

type Listed = AccessSettings['listedDevices'][number];

/** The fields of the section, and whose they are. */
export interface AccessFields extends SettingsFields<AccessSettings> {
  readonly studioId: string;
}

interface ListedDeviceProps {
  readonly index: number;
  readonly entry: Listed;
  readonly fields: AccessFields;
  readonly onChange: (entry: Listed) => void;
  readonly onRemove: () => void;
}

/** Renders when an entry ends, and a button that lets it stay; nothing for an entry without an end. */
const EndOfEntry = ({
  entry: { expiresAt, ...entry },
  fields: { isDisabled, studioId },
  onChange,
}: Pick<ListedDeviceProps, 'entry' | 'fields' | 'onChange'>): ReactElement | null => {
  const now = useNow();
  const ignoresEnds = useIgnoresEnds(studioId);
  if (expiresAt === undefined) return null;
  const name = entry.label || entry.address;
  return (
    <p className="listed-end hint">
      {Date.parse(expiresAt) <= now ? (
        <Trans>
          Ended <ExactTime time={expiresAt} />
        </Trans>
      ) : (
        <Trans>
          Ends <ExactTime time={expiresAt} />
        </Trans>
      )}
      {ignoresEnds && `. ${t`This service ignores the end: it is of an earlier version.`}`}{' '}
      <Button
        look="quiet"
        isDisabled={isDisabled}
        onPress={() => {
          onChange(entry);
        }}
        aria-label={t`Remove end of ${name}`}
      >
        <Trans>Remove end</Trans>
      </Button>
    </p>
  );
};

const ListedDevice = ({ index, entry, fields, onChange, onRemove }: ListedDeviceProps): ReactElement => {
  const path = `listedDevices[${String(index)}]`;
  const { errors, isDisabled } = fields;
  const name = entry.label || entry.address;
  return (
    <li className="listed-device">
      <TextField
        label={t`Address or range`}
        placeholder={t`192.168.1.20 or fd00::/64`}
        value={entry.address}
        onChange={(address) => {
          onChange({ ...entry, address });
        }}
        error={errors[`${path}.address`]}
        isDisabled={isDisabled}
        autoComplete="off"
        spellCheck="false"
      />
      <TextField
        label={t`Label`}
        placeholder={t`Desk panel`}
        value={entry.label}
        onChange={(label) => {
          onChange({ ...entry, label });
        }}
        error={errors[`${path}.label`]}
        isDisabled={isDisabled}
        autoComplete="off"
      />
      <EndOfEntry entry={entry} fields={fields} onChange={onChange} />
      <IconButton
        label={name === '' ? t`Remove this entry from the list` : t`Remove ${name} from the list`}
        isDisabled={isDisabled}
        onPress={onRemove}
      >
        <Trash2 size={18} aria-hidden />
      </IconButton>
    </li>
  );
};

/** Renders the list. It is stored even if the selected option does not use it. */
export const ListedDevices = (fields: AccessFields): ReactElement => {
  const { value, onChange, isDisabled } = fields;
  const list = value.listedDevices;
  const setList = (listedDevices: readonly Listed[]): void => {
    onChange({ ...value, listedDevices });
  };
  return (
    <fieldset className="listed-devices">
      <legend>
        <Trans>Allowed addresses</Trans>{' '}
        {value.accessWithoutToken === 'off' && (
          <span className="hint">
            <Trans>(not used while access without a token is off)</Trans>
          </span>
        )}
      </legend>
      <ol>
        {list.map((entry, index) => (
          <ListedDevice
            // Entries have no ids: the index is the key.
            key={index}
            index={index}
            entry={entry}
            fields={fields}
            onChange={(changed) => {
              setList(list.map((other, at) => (at === index ? changed : other)));
            }}
            onRemove={() => {
              setList(list.filter((_, at) => at !== index));
            }}
          />
        ))}
      </ol>
      <Button
        data-focus-fallback
        icon={<Plus size={16} aria-hidden />}
        isDisabled={isDisabled}
        onPress={() => {
          setList([...list, { address: '', label: '' }]);
        }}
      >
        <Trans>Add address</Trans>
      </Button>
    </fieldset>
  );
};
