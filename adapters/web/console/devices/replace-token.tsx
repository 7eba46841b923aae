// Dialog that replaces the token of a device and then shows the new one.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState, type ReactElement } from 'react';
import type { DeviceOverview } from '../api/contract.js';
import { useSetUpBasis } from '../new-device/queries.js';
import { FormDialog } from '../ui/form-dialog.js';
import { overlapMs, overlapOptions, type Overlap } from '../ui/overlap.js';
import { RadioChoice } from '../ui/radio-choice.js';
import { useFields } from '../ui/use-fields.js';
import { ExpiryField } from './expiry.js';
import { checkExpiry, futureExpiry } from './expiry-rules.js';
import { NewToken } from './new-token.js';
import { useReplaceToken, type DeviceWithToken } from './queries.js';

const options = overlapOptions(t`The device is refused until it has the new token.`);

interface ReplaceTokenProps {
  readonly studioId: string;
  readonly device: DeviceOverview;
  readonly onClose: () => void;
}

const ReplacementForm = ({
  studioId,
  device,
  onClose,
  onReplaced,
}: ReplaceTokenProps & { readonly onReplaced: (replaced: DeviceWithToken) => void }): ReactElement => {
  const replaceToken = useReplaceToken(studioId, device.id);
  useSetUpBasis(studioId);
  const form = useFields<{ readonly overlap: Overlap; readonly expiresAt: string | null }>({
    initial: { overlap: 'day', expiresAt: futureExpiry(device.expiresAt) },
    check: ({ expiresAt }) => checkExpiry(expiresAt),
    send: async ({ overlap, expiresAt }) => {
      onReplaced(await replaceToken({ overlapMs: overlapMs[overlap], expiresAt }));
    },
  });
  return (
    <FormDialog title={t`Replace the token of ${device.name}`} form={form} send={t`Replace`} onClose={onClose}>
      <p>
        <Trans>The device keeps its settings and gets a new token.</Trans>{' '}
        {device.oldToken?.state === 'active' && <Trans>The token that was replaced before ends at once.</Trans>}
      </p>
      <RadioChoice
        label={t`The old token still works for`}
        value={form.value.overlap}
        options={options}
        onChange={(overlap) => {
          form.set({ overlap });
        }}
      />
      <ExpiryField
        value={form.value.expiresAt}
        onChange={(expiresAt) => {
          form.set({ expiresAt });
        }}
        error={form.errors['expiresAt']}
      />
    </FormDialog>
  );
};

/** Renders the form, then the new token. */
export const ReplaceToken = (props: ReplaceTokenProps): ReactElement => {
  const [replaced, setReplaced] = useState<DeviceWithToken>();
  return replaced === undefined ? (
    <ReplacementForm {...props} onReplaced={setReplaced} />
  ) : (
    <NewToken {...replaced} studioId={props.studioId} onClose={props.onClose} />
  );
};
