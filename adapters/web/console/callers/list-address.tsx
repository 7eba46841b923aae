// Buttons that add a refused address to the listed devices, as an unsaved change in the section Access.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ListPlus, Timer } from 'lucide-react';
import type { ReactElement } from 'react';
import { useLocation } from 'wouter';
import { startEditing } from '../api/drafts.js';
import { useSettings } from '../settings/queries.js';
import { useIgnoresEnds } from '../studios/queries.js';
import { draftKey } from '../studio/sections.js';
import { Button } from '../ui/button.js';

interface ListAddressProps {
  readonly studioId: string;
  readonly address: string;
}

const hourMs = 3_600_000;

export const ListAddress = ({ studioId, address }: ListAddressProps): ReactElement => {
  const [, navigate] = useLocation();
  const ignoresEnds = useIgnoresEnds(studioId);
  const { data: saved } = useSettings(studioId, 'access');
  const addAddress = (end: { readonly expiresAt?: string }): void => {
    if (saved === undefined) return;
    startEditing(draftKey(studioId, 'access'), saved, (access) => ({
      ...access,
      accessWithoutToken: access.accessWithoutToken === 'off' ? 'listed' : access.accessWithoutToken,
      listedDevices: [...access.listedDevices, { address, label: t`Refused caller ${address}`.slice(0, 64), ...end }],
    }));
    navigate(`/studios/${encodeURIComponent(studioId)}/access`);
  };
  return (
    <>
      <Button
        look="quiet"
        icon={<ListPlus size={16} aria-hidden />}
        isDisabled={saved === undefined}
        onPress={() => {
          addAddress({});
        }}
        aria-label={t`Allow this address: ${address}`}
      >
        <Trans>Allow this address</Trans>
      </Button>
      <Button
        look="quiet"
        icon={<Timer size={16} aria-hidden />}
        isDisabled={saved === undefined || ignoresEnds}
        onPress={() => {
          addAddress({ expiresAt: new Date(Date.now() + hourMs).toISOString() });
        }}
        aria-label={t`For one hour: ${address}`}
      >
        <Trans>For one hour</Trans>
      </Button>
    </>
  );
};
