// Examples of calls with a new token: the operator chooses a call and an address, and copies what the device needs.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useId, useRef, useState, type ReactElement, type ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { CopyButton } from '../ui/copy-button.js';
import { Notice } from '../ui/notice.js';
import type { Option } from '../ui/option.js';
import { SelectField } from '../ui/select-field.js';
import {
  companionAction,
  companionFields,
  companionModuleFields,
  curlCommand,
  urlWithToken,
  type Example,
  type ExampleCall,
} from './examples.js';
import type { PanelTargets } from '../api/contract.js';
import { needsClip, withClip, type Offer } from './offers.js';

const Copyable = ({ label, text }: Example): ReactElement => {
  const id = useId();
  const element = useRef<HTMLPreElement>(null);
  const select = (): void => {
    if (element.current !== null) window.getSelection()?.selectAllChildren(element.current);
  };
  return (
    <div className="command">
      <div className="example-head">
        <span className="label" id={id}>
          {label}
        </span>
        <CopyButton text={text} select={select} name={label} look="quiet" />
      </div>
      <pre ref={element} tabIndex={0} role="group" aria-labelledby={id}>
        {text}
      </pre>
    </div>
  );
};

/** What a URL with a token in it costs. */
const UrlWarning = (): ReactElement => (
  <Notice kind="warn">
    <Trans>
      This URL contains the token: it stays in histories, profiles, backups and the logs of proxies, and everybody who
      reads it can act as this device. Send the header <code>Authorization</code> instead where the device can.
    </Trans>
  </Notice>
);

const Companion = ({ call }: { readonly call: ExampleCall }): ReactElement => (
  <>
    <p>
      <Trans>
        With the module <strong>Studio Control</strong>, buttons show what the studio does, and a press is one action
        also when the network fails.{' '}
        <a href="/companion.tgz" download="studio-control-companion.tgz">
          Download the module
        </a>
        , import it in <strong>Modules</strong>, and add the connection <strong>Studio Control</strong>.
      </Trans>
    </p>
    {companionModuleFields(call).map((example) => (
      <Copyable key={example.label} {...example} />
    ))}
    <p>
      <Trans>
        Without the module, add the connection <strong>Generic: HTTP Requests</strong> and, on a button, its action{' '}
        <strong>{companionAction(call.offer)}</strong>. Leave its body empty.
      </Trans>
    </p>
    {companionFields(call).map((example) => (
      <Copyable key={example.label} {...example} />
    ))}
  </>
);

const StreamDeck = ({ call }: { readonly call: ExampleCall }): ReactElement => (
  <>
    <p>
      <Trans>
        Add the action <strong>System: Website</strong>, paste this URL, and select{' '}
        <strong>GET request in background</strong>. A plug-in that sends headers needs no token in its URL.
      </Trans>
    </p>
    <Copyable {...urlWithToken(call)} />
    <UrlWarning />
  </>
);

const Url = ({ call }: { readonly call: ExampleCall }): ReactElement => (
  <>
    <p>
      <Trans>For devices that can open nothing but a URL.</Trans>{' '}
      {call.offer.access === 'control' && <Trans>Opening it triggers the action.</Trans>}
    </p>
    <Copyable {...urlWithToken(call)} />
    <UrlWarning />
  </>
);

const tabs: readonly (readonly [string, string, (call: ExampleCall) => ReactNode])[] = [
  ['curl', 'curl', (call) => <Copyable {...curlCommand(call)} />],
  ['companion', 'Companion', (call) => <Companion call={call} />],
  ['stream-deck', 'Stream Deck', (call) => <StreamDeck call={call} />],
  ['url', 'URL', (call) => <Url call={call} />],
];

interface ExamplesProps {
  /** At least one. */
  readonly offers: readonly Offer[];
  readonly targets: Pick<PanelTargets, 'urls' | 'clips'>;
  readonly token: string;
}

/** Stands for the address of a service that reports none. */
const unknownUrl = 'http://STUDIO-HOST:3002';

/** Returns the chosen one of several values, or the first. */
const chosenOf = (values: readonly string[], chosen: string | undefined, otherwise: string): string =>
  values.find((value) => value === chosen) ?? values[0] ?? otherwise;

const same = (value: string): Option<string> => ({ value, label: value });

interface ChoicesProps extends Pick<ExamplesProps, 'offers' | 'targets'> {
  readonly offer: Offer;
  readonly clip: string;
  readonly url: string;
  readonly onChoose: (chosen: Partial<Chosen>) => void;
}

/** What the operator has chosen; undefined for what comes first. */
interface Chosen {
  readonly offer?: string;
  readonly clip?: string;
  readonly url?: string;
}

const Choices = ({ offers, targets: { urls, clips }, offer, clip, url, onChoose }: ChoicesProps): ReactElement => (
  <div className="field-pair">
    <SelectField
      label={t`Call`}
      value={offer.id}
      options={offers.map(({ id, label }) => ({ value: id, label }))}
      onChange={(chosen) => {
        onChoose({ offer: chosen });
      }}
    />
    {needsClip(offer) && (
      <SelectField
        label={t`Clip of the active bank`}
        value={clip}
        options={clips.map(({ number, name }) => ({ value: String(number), label: `${String(number)} ${name}` }))}
        onChange={(chosen) => {
          onChoose({ clip: chosen });
        }}
      />
    )}
    {urls.length > 1 && (
      <SelectField
        label={t`Address of the service`}
        value={url}
        options={urls.map(same)}
        onChange={(chosen) => {
          onChoose({ url: chosen });
        }}
      />
    )}
  </div>
);

export const Examples = ({ offers, targets, token }: ExamplesProps): ReactElement => {
  const [chosen, setChosen] = useState<Chosen>({});
  const offer = offers.find(({ id }) => id === chosen.offer) ?? offers[0];
  if (offer === undefined) return <></>;
  const numbers = targets.clips.map(({ number }) => String(number));
  const clip = chosenOf(numbers, chosen.clip, '');
  const url = chosenOf(targets.urls, chosen.url, unknownUrl);
  const choose = (change: Partial<Chosen>): void => {
    setChosen({ ...chosen, ...change });
  };
  return (
    <div className="stack">
      <Choices offers={offers} targets={targets} offer={offer} clip={clip} url={url} onChoose={choose} />
      {targets.urls.length === 0 && (
        <p className="hint">
          <Trans>The service hasn’t reported its addresses. Replace STUDIO-HOST with the address of its host.</Trans>
        </p>
      )}
      <Tabs className="tabs">
        <TabList aria-label={t`Device`} className="tab-list">
          {tabs.map(([id, label]) => (
            <Tab key={id} id={id} className="tab">
              {label}
            </Tab>
          ))}
        </TabList>
        {tabs.map(([id, , render]) => (
          <TabPanel key={id} id={id} className="tab-panel">
            {render({ url, offer: withClip(offer, clip), token })}
          </TabPanel>
        ))}
      </Tabs>
    </div>
  );
};
