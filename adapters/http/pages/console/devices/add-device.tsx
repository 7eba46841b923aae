// Adding a device, and its token in the one moment in which it is shown.
import { useState, type ReactElement } from 'react';
import type { DeviceSettings } from '../api/contract.js';
import { check, DeviceSettings as DeviceRules } from '../api/rules.js';
import { Dialog } from '../ui/dialog.js';
import { useForm } from '../ui/form.js';
import { ShownOnce } from '../ui/secret.js';
import { Sheet } from '../ui/sheet.js';
import { DeviceFields, deviceFields } from './device-fields.js';
import { addDevice, useDevicesChange, type Added } from './queries.js';

const fresh: DeviceSettings = { name: '', access: 'read_only', station: null, fixedAddress: null, features: [] };

interface AddDeviceProps {
  readonly studioId: string;
  readonly onClose: () => void;
}

const DeviceForm = ({
  studioId,
  onClose,
  onAdded,
}: AddDeviceProps & { readonly onAdded: (added: Added) => void }): ReactElement => {
  const [settings, setSettings] = useState(fresh);
  const change = useDevicesChange(studioId, (sent: DeviceSettings) => addDevice(studioId, sent));
  const form = useForm({
    fields: deviceFields,
    check: () => check(DeviceRules, settings),
    send: async () => {
      onAdded((await change.mutateAsync(settings)).value);
    },
    conflict: 'name',
  });
  return (
    <Dialog title="Add a device" onClose={onClose}>
      <Sheet form={form} send="Add the device" onCancel={onClose}>
        <DeviceFields value={settings} onChange={setSettings} errors={form.errors} />
      </Sheet>
    </Dialog>
  );
};

/** The dialog, and after it the token. */
export const AddDevice = (props: AddDeviceProps): ReactElement => {
  const [added, setAdded] = useState<Added>();
  if (added === undefined) return <DeviceForm {...props} onAdded={setAdded} />;
  return (
    <ShownOnce title={`The token of ${added.device.name}`} label="Token" secret={added.token} onClose={props.onClose}>
      <p>
        The device shows it as <code>Authorization: Bearer …</code>, as <code>?token=…</code>, or as the password of
        HTTP Basic with any username. A lost token means: revoke the device and add a new one.
      </p>
    </ShownOnce>
  );
};
