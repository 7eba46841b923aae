// Dialog that edits a device without overwriting other operators' changes.
import { t } from '@lingui/core/macro';
import type { ReactElement } from 'react';
import type { ConsoleReply } from '../api/client.js';
import type { DeviceOverview, DeviceSettings } from '../api/contract.js';
import { dropDraft, useEditing, type Editing } from '../api/drafts.js';
import { isEditConflict } from '../api/failure.js';
import { EditConflict } from '../settings/edit-conflict.js';
import { Dialog } from '../ui/dialog.js';
import { useForm } from '../ui/form.js';
import { Loaded } from '../ui/loaded.js';
import { FormFrame, unchanged } from '../ui/form-frame.js';
import { DeviceFields, deviceFields } from './device-fields.js';
import { checkDevice } from './expiry-rules.js';
import { useChangeDevice, useDeviceSettings } from './queries.js';
import { describeDevice } from './labels.js';

const draftKey = (studioId: string, device: string): string => `${studioId}/device/${device}`;

/** Returns why the edit can't be saved, or false. */
const reasonNotToSave = ({ isDirty, conflict }: Editing<DeviceSettings>): string | false => {
  if (conflict !== undefined) return t`Someone else changed this device. Choose what to keep.`;
  return !isDirty && unchanged;
};

interface EditDeviceProps {
  readonly studioId: string;
  readonly device: DeviceOverview;
  readonly onClose: () => void;
}

const Editor = ({
  studioId,
  device: { id },
  onClose,
  saved,
}: EditDeviceProps & { readonly saved: ConsoleReply<DeviceSettings> }): ReactElement => {
  const editing = useEditing(draftKey(studioId, id), saved);
  const { value, base, edit, isDirty, conflict: conflict } = editing;
  const changeDevice = useChangeDevice(studioId, id);
  const form = useForm({
    fields: deviceFields,
    check: () => checkDevice(value, saved.value.expiresAt),
    send: async () => {
      try {
        await changeDevice(value, base.etag);
        onClose();
      } catch (error) {
        // The refreshed query shows the conflict.
        if (!isEditConflict(error)) throw error;
      }
    },
    conflict: 'name',
    isDirty,
  });
  return (
    <FormFrame form={form} send={t`Save`} onCancel={onClose} notReady={reasonNotToSave(editing)}>
      <DeviceFields
        studioId={studioId}
        value={value}
        onChange={(part) => {
          edit({ ...value, ...part });
        }}
        errors={form.errors}
      />
      {conflict !== undefined && (
        <div className="section-foot">
          <EditConflict editing={editing} describe={describeDevice} />
        </div>
      )}
    </FormFrame>
  );
};

/** Renders the dialog. Closing it discards the unsaved changes. */
export const EditDevice = ({ onClose, ...props }: EditDeviceProps): ReactElement => {
  const { studioId, device } = props;
  const close = (): void => {
    dropDraft(draftKey(studioId, device.id));
    onClose();
  };
  return (
    <Dialog title={t`Edit ${device.name}`} onClose={close}>
      <Loaded query={useDeviceSettings(studioId, device.id)}>
        {(saved) => <Editor {...props} saved={saved} onClose={close} />}
      </Loaded>
    </Dialog>
  );
};
