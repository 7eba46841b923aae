// The actions of one device. What is needed rarely is in the menu.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Activity, Pencil, RefreshCw } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'wouter';
import type { DeviceOverview } from '../api/contract.js';
import { ConfirmButton, ConfirmDialog, type Confirmation } from '../ui/confirm-button.js';
import { DialogButton } from '../ui/dialog-button.js';
import { MenuButton, type MenuAction } from '../ui/menu-button.js';
import { CopyDevices, useCopyTargets } from './copy-devices.js';
import { isCopyable } from './copyable.js';
import { EditDevice } from './edit-device.js';
import { ReplaceToken } from './replace-token.js';
import { useRemoveDevice, useRevokeDevice } from './queries.js';

/** One device of a studio. */
export interface DeviceProps {
  readonly studioId: string;
  readonly device: DeviceOverview;
}

/** Names a button without text for the mouse. */
const Named = ({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactElement => (
  <span title={name}>{children}</span>
);

const CallsLink = ({ studioId, device: { id, name } }: DeviceProps): ReactElement => (
  <Named name={t`Watch calls`}>
    <Link
      href={`/studios/${encodeURIComponent(studioId)}/activity?show=device-${encodeURIComponent(id)}`}
      className="button quiet icon"
      aria-label={t`Watch calls of ${name}`}
    >
      <Activity size={16} aria-hidden />
    </Link>
  </Named>
);

const Edit = (props: DeviceProps): ReactElement => (
  <Named name={t`Edit`}>
    <DialogButton
      look="quiet icon"
      icon={<Pencil size={16} aria-hidden />}
      aria-label={t`Edit ${props.device.name}`}
      dialog={(close) => <EditDevice {...props} onClose={close} />}
    />
  </Named>
);

const Replace = (props: DeviceProps): ReactElement => (
  <Named name={t`Replace token`}>
    <DialogButton
      look="quiet icon"
      icon={<RefreshCw size={16} aria-hidden />}
      aria-label={t`Replace token of ${props.device.name}`}
      dialog={(close) => <ReplaceToken {...props} onClose={close} />}
    />
  </Named>
);

const Revoke = ({ studioId, device }: DeviceProps): ReactElement => {
  const revokeDevice = useRevokeDevice(studioId);
  const confirmation = {
    title: t`Revoke ${device.name}?`,
    explanation: (
      <p>
        <Trans>
          Its token stops working permanently, even from an address that needs no token. The device stays on the list.
          This can’t be undone: to allow it again, add a new device with a new token.
        </Trans>
      </p>
    ),
    confirm: t`Revoke`,
    onConfirm: () => revokeDevice(device.id),
  };
  return (
    <ConfirmButton look="quiet" confirmation={confirmation} aria-label={t`Revoke ${device.name}`}>
      <Trans>Revoke</Trans>
    </ConfirmButton>
  );
};

const More = ({ studioId, device }: DeviceProps): ReactElement => {
  const removeDevice = useRemoveDevice(studioId);
  const removal: Confirmation = {
    title: t`Delete ${device.name}?`,
    explanation: (
      <p>
        <Trans>
          It is removed from the list, and its token stops working. This can’t be undone. If its address needs no token,
          it still has access without one: revoke the device instead to block its token.
        </Trans>
      </p>
    ),
    confirm: t`Delete`,
    onConfirm: () => removeDevice(device.id),
  };
  const targets = useCopyTargets(studioId);
  const copy: MenuAction = {
    label: t`Copy to another studio`,
    dialog: (close) => <CopyDevices studioId={studioId} devices={[device]} onClose={close} />,
  };
  return (
    <MenuButton
      label={t`More actions for ${device.name}`}
      actions={[
        ...(targets.length > 0 && isCopyable(device) ? [copy] : []),
        { label: t`Delete`, dialog: (close) => <ConfirmDialog {...removal} onClose={close} /> },
      ]}
    />
  );
};

/** Renders the actions that the operator may do. */
export const DeviceActions = ({ mayChange, ...props }: DeviceProps & { readonly mayChange: boolean }): ReactElement => (
  <>
    <CallsLink {...props} />
    {mayChange && (
      <>
        <Edit {...props} />
        {props.device.state === 'active' && (
          <>
            <Replace {...props} />
            <Revoke {...props} />
          </>
        )}
        <More {...props} />
      </>
    )}
  </>
);
