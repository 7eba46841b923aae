// Dialog that finds studios, devices, addresses and settings, and opens the chosen one.
import { useMemo, useState, type ReactElement } from 'react';
import { Autocomplete, Input, Label, ListBox, ListBoxItem, TextField } from 'react-aria-components';
import { useLocation, useRoute } from 'wouter';
import { useDevices } from '../devices/queries.js';
import { useHasRole } from '../session/session.js';
import { useSettings } from '../settings/queries.js';
import { useStudios } from '../studios/queries.js';
import { Dialog } from '../ui/dialog.js';
import {
  addressTargets,
  deviceTargets,
  findTargets,
  pageTargets,
  settingTargets,
  studioTargets,
  type Target,
} from './targets.js';

interface FindProps {
  readonly targets: readonly Target[];
  readonly onClose: () => void;
}

const idOf = ({ href, name, kind }: Target): string => `${href} ${name} ${kind}`;

const Results = ({ found, onOpen }: { readonly found: readonly Target[]; readonly onOpen: (href: string) => void }) => (
  <ListBox
    aria-label="Found"
    className="menu found"
    renderEmptyState={() => <span className="hint">Nothing found.</span>}
    onAction={(key) => {
      const target = found.find((one) => idOf(one) === key);
      if (target) onOpen(target.href);
    }}
  >
    {found.map((target) => (
      <ListBoxItem key={idOf(target)} id={idOf(target)} textValue={target.name} className="menu-item">
        <span className="found-name">{target.name}</span>
        <span className="hint">{target.kind}</span>
      </ListBoxItem>
    ))}
  </ListBox>
);

const Find = ({ targets, onClose }: FindProps): ReactElement => {
  const [text, setText] = useState('');
  const [, navigate] = useLocation();
  const found = useMemo(() => findTargets(targets, text), [targets, text]);
  const open = (href: string): void => {
    onClose();
    navigate(href);
  };
  return (
    <Dialog title="Find" onClose={onClose}>
      <Autocomplete inputValue={text} onInputChange={setText}>
        <TextField className="field" autoFocus>
          <Label className="visually-hidden">Studio, device, address or setting</Label>
          <Input className="input" placeholder="Studio, device, address or setting" autoComplete="off" />
        </TextField>
        <Results found={found} onOpen={open} />
      </Autocomplete>
    </Dialog>
  );
};

/** Adds the devices and addresses of the studio that is shown. */
const FindInStudio = ({ studioId, targets, onClose }: FindProps & { readonly studioId: string }): ReactElement => {
  const devices = useDevices(studioId).data ?? [];
  const access = useSettings(studioId, 'access').data?.value ?? { listedDevices: [] };
  const all = [...deviceTargets(studioId, devices), ...addressTargets(studioId, access), ...targets];
  return <Find targets={all} onClose={onClose} />;
};

export const FindDialog = ({ onClose }: { readonly onClose: () => void }): ReactElement => {
  const isAdmin = useHasRole('admin');
  const [isInStudio, params] = useRoute('/studios/:id/:section');
  const { data: studios = [] } = useStudios();
  const studio = studios.find(({ id }) => isInStudio && id === params.id);
  const everywhere = [...pageTargets(isAdmin), ...studioTargets(studios)];
  if (studio === undefined) return <Find targets={everywhere} onClose={onClose} />;
  return <FindInStudio studioId={studio.id} targets={[...settingTargets(studio), ...everywhere]} onClose={onClose} />;
};
