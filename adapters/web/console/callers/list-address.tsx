// One press takes a refused address to the list of those that need no token, where a label and Save are all it takes.
import { ListPlus } from 'lucide-react';
import type { ReactElement } from 'react';
import { useLocation } from 'wouter';
import { startEditing } from '../api/drafts.js';
import { useSettings } from '../settings/queries.js';
import { draftKey } from '../studio/sections.js';
import { Button } from '../ui/button.js';

interface ListAddressProps {
  readonly studioId: string;
  readonly address: string;
}

export const ListAddress = ({ studioId, address }: ListAddressProps): ReactElement => {
  const [, navigate] = useLocation();
  const { data: kept } = useSettings(studioId, 'access');
  const list = (): void => {
    if (kept === undefined) return;
    startEditing(draftKey(studioId, 'access'), kept, (access) => ({
      ...access,
      accessWithoutToken: access.accessWithoutToken === 'off' ? 'listed' : access.accessWithoutToken,
      listedDevices: [...access.listedDevices, { address, label: `Refused caller ${address}` }],
    }));
    navigate(`/studios/${encodeURIComponent(studioId)}/access`);
  };
  return (
    <Button
      icon={<ListPlus size={16} aria-hidden />}
      isDisabled={kept === undefined}
      onPress={list}
      aria-label={`Let it in: ${address}, without a token`}
    >
      Let it in
    </Button>
  );
};
