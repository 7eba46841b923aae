// A screen of the studio in a frame: a panel, a display or a tally, and the client as whom it calls the service.
import { useState, type ReactElement } from 'react';
import { Button } from '../../adapters/web/console/ui/button.js';
import { TextField } from '../../adapters/web/console/ui/text-field.js';
import type { ClientFault, VirtualClient } from '../panel/virtual-client.js';
import { Choice, type ChoiceOption } from './choice.js';
import type { ShownStudio } from './shown-studio.js';
import { useSteer } from './steering.js';

/** The client's addresses: that of the host, one of a private network, and one of the internet (RFC 5737). */
const addresses: readonly ChoiceOption[] = [
  { value: '127.0.0.1', label: 'the host itself' },
  { value: '192.168.0.20', label: 'LAN, 192.168.0.20' },
  { value: '203.0.113.20', label: 'far, 203.0.113.20' },
];

const faults: readonly (ChoiceOption & { readonly value: ClientFault['type'] })[] = [
  { value: 'hangs_up', label: 'hangs up at presses' },
  { value: 'loses_answers', label: 'loses answers' },
  { value: 'cut', label: 'is cut off' },
  { value: 'slow', label: 'is slow by 3 s' },
];

const faultOf = (chosen: string): ClientFault | null => {
  const type = faults.find(({ value }) => value === chosen)?.value;
  if (type === undefined) return null;
  return type === 'slow' ? { type, delayMs: 3_000 } : { type };
};

const Token = ({ hasToken }: Pick<VirtualClient, 'hasToken'>): ReactElement => {
  const steer = useSteer();
  const [token, setToken] = useState('');
  const send = (sent: string | null): void => {
    setToken('');
    steer((client) => client.setVirtualClient({ token: sent }));
  };
  return (
    <div className="screen-token">
      <TextField
        label="Token"
        type="password"
        autoComplete="off"
        placeholder={hasToken ? 'one is set' : 'the screen’s own'}
        value={token}
        onChange={setToken}
      />
      <Button
        isDisabled={!hasToken && token.trim() === ''}
        onPress={() => {
          send(token.trim() === '' ? null : token.trim());
        }}
      >
        {hasToken && token.trim() === '' ? 'Remove' : 'Set'}
      </Button>
    </div>
  );
};

const withKnown = (options: readonly ChoiceOption[], value: string): readonly ChoiceOption[] =>
  options.some((option) => option.value === value) ? options : [...options, { value, label: value }];

const ClientChoices = ({ client }: { readonly client: VirtualClient }): ReactElement => {
  const steer = useSteer();
  return (
    <>
      <Choice
        label="Calls from"
        value={client.address}
        options={withKnown(addresses, client.address)}
        onChange={(address) => {
          steer((one) => one.setVirtualClient({ address }));
        }}
      />
      <Choice
        label="The client"
        value={client.fault?.type ?? ''}
        options={[{ value: '', label: 'is well' }, ...faults]}
        onChange={(fault) => {
          steer((one) => one.setVirtualClient({ fault: faultOf(fault) }));
        }}
      />
      <Token hasToken={client.hasToken} />
    </>
  );
};

/** Returns the screens of a studio by their paths: panels first. */
const screensOf = ({ layout: { panels, outputs, cameras } }: ShownStudio): readonly ChoiceOption[] => [
  ...panels.map(({ id, name }) => ({ value: `/panels/${encodeURIComponent(id)}`, label: name })),
  ...outputs.map(({ slot, name }) => ({ value: `/displays/${encodeURIComponent(slot)}`, label: `Display: ${name}` })),
  ...cameras.map(({ id, name }) => ({ value: `/displays/tally/${encodeURIComponent(id)}`, label: `Tally: ${name}` })),
];

/** Returns where the service is, also while it is stopped; undefined if it has never run in the simulator's process. */
const useServiceUrl = ({ service }: ShownStudio): string | undefined => {
  const [url, setUrl] = useState<string>();
  if (service !== null && service.url !== url) setUrl(service.url);
  return url;
};

/** Renders the frame below the choices. */
export const ScreenFrame = ({ studio }: { readonly studio: ShownStudio }): ReactElement => {
  const screens = screensOf(studio);
  const [chosen, setChosen] = useState('');
  const url = useServiceUrl(studio);
  const screen = screens.find(({ value }) => value === chosen) ?? screens[0];
  if (url === undefined || screen === undefined)
    return <p className="empty">The service runs in another process: its own address has the panels.</p>;
  const address = `${screen.value}?urls=${encodeURIComponent(url)}`;
  return (
    <>
      <div className="screen-choices">
        <Choice label="Screen" value={screen.value} options={screens} onChange={setChosen} />
        <ClientChoices client={studio.client} />
      </div>
      <iframe key={address} className="screen-frame" title={screen.label} src={address} />
      <p className="hint">
        A press calls the service as this client. <a href={address}>Open it alone</a>
      </p>
    </>
  );
};
