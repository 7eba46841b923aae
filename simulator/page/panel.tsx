// The virtual panel: a button panel of the studio, the client that it plays, and the answers of the service.
import { useCallback, useState, type ReactElement } from 'react';
import { Card } from '../../adapters/web/console/ui/card.js';
import { PanelAnswers, type Press } from './panel-answers.js';
import { callOf, firstClient, type PanelClient } from './panel-choices.js';
import { PanelKeys, type Entered, type OnKey } from './panel-keys.js';
import { panelGroups } from './panel-layout.js';
import { PanelSettings } from './panel-settings.js';
import { pressesOf } from './presses.js';
import type { ShownStudio } from './shown-studio.js';
import { useSteer } from './steering.js';

interface Presses {
  /** Newest first. */
  readonly presses: readonly Press[];
  readonly press: (label: string, call: Press['call']) => void;
}

/** Returns the presses, and the function that makes one. */
const usePresses = (): Presses => {
  const steer = useSteer();
  const [presses, setPresses] = useState<readonly Press[]>([]);
  const [make] = useState(() => pressesOf(setPresses));
  return {
    presses,
    press: (label, call) => {
      make(steer, label, call);
    },
  };
};

/** The state of a panel: its client, and its presses with their answers. */
interface PanelState extends Presses {
  readonly client: PanelClient;
  readonly setClient: (client: PanelClient) => void;
  readonly showsToken: boolean;
  readonly setShowsToken: (shows: boolean) => void;
  /** What was entered for variables, by their names. */
  readonly entered: Entered;
  readonly enter: (name: string, text: string) => void;
}

/** Returns the state of a panel. */
export const usePanel = (): PanelState => {
  const [client, setClient] = useState(firstClient);
  const [showsToken, setShowsToken] = useState(false);
  const [entered, setEntered] = useState<Entered>({});
  const enter = useCallback((name: string, text: string): void => {
    setEntered((before) => ({ ...before, [name]: text }));
  }, []);
  return { client, setClient, showsToken, setShowsToken, entered, enter, ...usePresses() };
};

interface PanelProps {
  readonly studio: ShownStudio;
  readonly service: NonNullable<ShownStudio['service']>;
  readonly panel: PanelState;
}

/** Renders the panel of a studio whose service runs in the simulator's process. */
export const Panel = ({ studio, service, panel }: PanelProps): ReactElement => {
  const { client, setClient, showsToken, setShowsToken, presses, press } = panel;
  const onKey: OnKey = (label, path) => {
    press(label, callOf(client, path));
  };
  return (
    <Card title="Virtual panel" explanation="A press calls the URL below, as the client that you choose.">
      <PanelSettings
        client={client}
        stations={studio.layout.stations}
        showsToken={showsToken}
        onChange={setClient}
        onShowToken={setShowsToken}
      />
      <PanelAnswers presses={presses} base={service.url} showsToken={showsToken} />
      <PanelKeys
        groups={panelGroups(studio)}
        variables={service.variables}
        features={service.features}
        entered={panel.entered}
        onEnter={panel.enter}
        onKey={onKey}
      />
    </Card>
  );
};
