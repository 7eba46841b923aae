// The fields of a device's settings.
import type { ReactElement } from 'react';
import type { DeviceSettings } from '../api/contract.js';
import { featureNames, features, type FieldErrors } from '../api/rules.js';
import { OneOf } from '../ui/one-of.js';
import { SomeOf } from '../ui/some-of.js';
import { SuggestField } from '../ui/suggest-field.js';
import { TextField } from '../ui/text-field.js';
import { useDevices } from './queries.js';
import { accessChoices } from './words.js';

const featureChoices = features.map((value) => ({ value, label: featureNames[value] }));

/** The places of the fields, as messages name them. */
export const deviceFields = ['name', 'access', 'station', 'fixedAddress', 'features'];

const orNone = (text: string): string | null => (text === '' ? null : text);

interface Needs {
  readonly value: DeviceSettings;
  readonly set: (change: Partial<DeviceSettings>) => void;
  readonly errors: FieldErrors;
}

const Name = ({ value, set, errors }: Needs): ReactElement => (
  <TextField
    label="Name"
    hint="Appears in the request log."
    value={value.name}
    onChange={(name) => {
      set({ name });
    }}
    error={errors['name']}
    autoComplete="off"
    autoFocus
  />
);

/** The console doesn't know the studio's stations, but those that were entered for other devices. */
const useKnownStations = (studioId: string): readonly string[] => {
  const { data: devices = [] } = useDevices(studioId);
  return [...new Set(devices.flatMap(({ station }) => station ?? []))].sort();
};

const Station = ({ studioId, value, set, errors }: Needs & { readonly studioId: string }): ReactElement => (
  <SuggestField
    label="Station (optional)"
    hint="As the studio’s own file names it. While another holds the studio, calls bound to a station are refused."
    value={value.station ?? ''}
    suggestions={useKnownStations(studioId)}
    onChange={(station) => {
      set({ station: orNone(station) });
    }}
    error={errors['station']}
  />
);

const FixedAddress = ({ value, set, errors }: Needs): ReactElement => (
  <TextField
    label="Fixed IP address (optional)"
    hint="Its token works from this address only."
    placeholder="192.168.1.20"
    value={value.fixedAddress ?? ''}
    onChange={(address) => {
      set({ fixedAddress: orNone(address) });
    }}
    error={errors['fixedAddress']}
    autoComplete="off"
    spellCheck="false"
  />
);

interface DeviceFieldsProps {
  readonly studioId: string;
  readonly value: DeviceSettings;
  readonly onChange: (change: Partial<DeviceSettings>) => void;
  readonly errors: FieldErrors;
}

export const DeviceFields = ({ studioId, value, onChange: set, errors }: DeviceFieldsProps): ReactElement => {
  const needs = { value, set, errors };
  return (
    <>
      <Name {...needs} />
      <OneOf
        label="Access"
        value={value.access}
        choices={accessChoices}
        onChange={(access) => {
          set({ access });
        }}
      />
      <div className="pair">
        <Station studioId={studioId} {...needs} />
        <FixedAddress {...needs} />
      </div>
      <SomeOf
        label="Limit to features (optional)"
        hint="With none chosen, it may use every feature."
        value={value.features}
        choices={featureChoices}
        onChange={(chosen) => {
          set({ features: features.filter((feature) => chosen.includes(feature)) });
        }}
      />
    </>
  );
};
