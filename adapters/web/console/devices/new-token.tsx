// Dialog that shows a new token once, how the device sends it, and the first call with it.
import { t } from '@lingui/core/macro';
import type { ReactElement } from 'react';
import { FirstCall } from '../new-device/first-call-view.js';
import { SetUp } from '../new-device/set-up.js';
import { QrCode } from '../ui/qr-code.js';
import { SecretDialog } from '../ui/secret-dialog.js';
import type { DeviceWithToken } from './queries.js';

interface NewTokenProps extends DeviceWithToken {
  readonly studioId: string;
  readonly onClose: () => void;
}

/** Renders the token of a new device, or the new token of one whose token was replaced. */
export const NewToken = ({ studioId, device, token, onClose }: NewTokenProps): ReactElement => (
  <SecretDialog
    title={t`Token for ${device.name}`}
    label={t`Token`}
    secret={token}
    picture={<QrCode text={token} label={t`QR code of the token`} />}
    isWide
    onClose={onClose}
  >
    <SetUp studioId={studioId} device={device} token={token} />
    <FirstCall studioId={studioId} device={device} />
  </SecretDialog>
);
