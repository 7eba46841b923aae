// Dialog that adds a device and then shows its token.
import { t } from '@lingui/core/macro';
import { useState, type ReactElement } from 'react';
import type { DeviceSettings } from '../api/contract.js';
import { useFields } from '../ui/use-fields.js';
import { useSetUpBasis } from '../new-device/queries.js';
import { FormDialog } from '../ui/form-dialog.js';
import { DeviceFields } from './device-fields.js';
import { checkDevice } from './expiry-rules.js';
import { NewToken } from './new-token.js';
import { Presets } from './presets.js';
import { useAddDevice, type DeviceWithToken } from './queries.js';

const newDevice: DeviceSettings = {
  name: '',
  access: 'read_only',
  station: null,
  fixedAddress: null,
  features: [],
  expiresAt: null,
  panel: null,
  operations: [],
};

interface AddDeviceProps {
  readonly studioId: string;
  readonly onClose: () => void;
}

const DeviceForm = ({
  studioId,
  onClose,
  onAdded,
}: AddDeviceProps & { readonly onAdded: (added: DeviceWithToken) => void }): ReactElement => {
  const addDevice = useAddDevice(studioId);
  useSetUpBasis(studioId);
  const form = useFields({
    initial: newDevice,
    check: (settings) => checkDevice(settings),
    send: async (settings) => {
      onAdded(await addDevice(settings));
    },
    conflict: 'name',
  });
  return (
    <FormDialog title={t`Add device`} form={form} send={t`Add`} onClose={onClose}>
      <Presets value={form.value} onChange={form.set} />
      <DeviceFields studioId={studioId} value={form.value} onChange={form.set} errors={form.errors} />
    </FormDialog>
  );
};

/** Renders the form, then the token of the new device. */
export const AddDevice = (props: AddDeviceProps): ReactElement => {
  const [added, setAdded] = useState<DeviceWithToken>();
  if (added === undefined) return <DeviceForm {...props} onAdded={setAdded} />;
  return <NewToken {...added} {...props} />;
};
