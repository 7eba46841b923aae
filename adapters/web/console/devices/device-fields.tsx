// Form fields for the settings of a device.
import { t } from '@lingui/core/macro';
import { useState, type ReactElement } from 'react';
import type { DeviceSettings } from '../api/contract.js';
import { featureNames, features, type FieldErrors } from '../api/rules.js';
import { RadioChoice } from '../ui/radio-choice.js';
import { CheckboxChoice } from '../ui/checkbox-choice.js';
import { TextField } from '../ui/text-field.js';
import { ExpiryField } from './expiry.js';
import { accessOptions } from './labels.js';
import { operationLines, readOperationLines } from './operation-lines.js';
import { PanelField, StationField } from './reported-fields.js';

const featureOptions = features.map((value) => ({ value, label: featureNames[value] }));

/** Paths of the fields, as error messages name them. */
export const deviceFields = [
  ...['name', 'access', 'station', 'fixedAddress', 'features', 'expiresAt'],
  ...['panel', 'operations'],
];

const textOrNull = (text: string): string | null => (text === '' ? null : text);

/** The settings that several devices can have in common. */
export type SharedSettings = Omit<DeviceSettings, 'name'>;

interface FieldProps {
  readonly value: SharedSettings;
  readonly set: (change: Partial<SharedSettings>) => void;
  readonly errors: FieldErrors;
}

interface ReportedProps extends FieldProps {
  readonly studioId: string;
}

interface NameProps extends Pick<FieldProps, 'errors'> {
  readonly value: string;
  readonly set: (change: Pick<DeviceSettings, 'name'>) => void;
}

const Name = ({ value, set, errors }: NameProps): ReactElement => (
  <TextField
    label={t`Name`}
    hint={t`Shown in the request log.`}
    value={value}
    onChange={(name) => {
      set({ name });
    }}
    error={errors['name']}
    autoComplete="off"
    autoFocus
  />
);

/** Renders the station. */
export const Station = ({ studioId, value, set, errors }: ReportedProps): ReactElement => (
  <StationField
    studioId={studioId}
    value={value.station ?? ''}
    onChange={(station) => {
      set({ station: textOrNull(station) });
    }}
    error={errors['station']}
  />
);

/** Renders the fixed address. */
export const FixedAddress = ({ value, set, errors }: FieldProps): ReactElement => (
  <TextField
    label={t`Fixed IP address (optional)`}
    hint={t`The token works only from this address.`}
    placeholder="192.168.1.20"
    value={value.fixedAddress ?? ''}
    onChange={(address) => {
      set({ fixedAddress: textOrNull(address) });
    }}
    error={errors['fixedAddress']}
    autoComplete="off"
    spellCheck="false"
  />
);

/** Renders the access. */
export const Access = ({ value, set }: FieldProps): ReactElement => (
  <RadioChoice
    label={t`Access`}
    value={value.access}
    options={accessOptions}
    onChange={(access) => {
      set({ access });
    }}
  />
);

/** Renders the features. */
export const Features = ({ value, set }: FieldProps): ReactElement => (
  <CheckboxChoice
    label={t`Limit to features (optional)`}
    hint={t`With none selected, the device can use all features.`}
    value={value.features}
    options={featureOptions}
    onChange={(chosen) => {
      set({ features: features.filter((feature) => chosen.includes(feature)) });
    }}
  />
);

/** Renders the panel whose keys are what the device may call. */
export const PanelLimit = ({ studioId, value, set, errors }: ReportedProps): ReactElement => (
  <PanelField
    studioId={studioId}
    value={value.panel ?? ''}
    onChange={(panel) => {
      set({ panel: textOrNull(panel) });
    }}
    error={errors['panel']}
  />
);

/** Renders the operations that the device is limited to, one in a line. */
export const Operations = ({ value, set, errors }: FieldProps): ReactElement => {
  const [lines, setLines] = useState(operationLines(value.operations));
  const error = Object.entries(errors).find(([path]) => path.startsWith('operations'))?.[1];
  return (
    <TextField
      label={t`Limit to operations (optional)`}
      hint={t`One in a line, such as signal.pulse id=door-lock. Parameters that are left out are free.`}
      value={lines}
      onChange={(text) => {
        setLines(text);
        set({ operations: readOperationLines(text) });
      }}
      error={error}
      rows={2}
      spellCheck="false"
    />
  );
};

/** Renders the expiry. */
export const Expiry = ({ value, set, errors }: FieldProps): ReactElement => (
  <ExpiryField
    value={value.expiresAt}
    onChange={(expiresAt) => {
      set({ expiresAt });
    }}
    error={errors['expiresAt']}
  />
);

interface DeviceFieldsProps {
  readonly studioId: string;
  readonly value: DeviceSettings;
  readonly onChange: (change: Partial<DeviceSettings>) => void;
  readonly errors: FieldErrors;
}

/** Renders all fields. */
export const DeviceFields = ({ studioId, value, onChange: set, errors }: DeviceFieldsProps): ReactElement => {
  const fieldProps = { value, set, errors };
  return (
    <>
      <Name value={value.name} set={set} errors={errors} />
      <Access {...fieldProps} />
      <div className="field-pair">
        <Station studioId={studioId} {...fieldProps} />
        <FixedAddress {...fieldProps} />
      </div>
      <Features {...fieldProps} />
      <PanelLimit studioId={studioId} {...fieldProps} />
      <Operations {...fieldProps} />
      <Expiry {...fieldProps} />
    </>
  );
};
