// The choices of the virtual panel's client.
import type { ReactElement } from 'react';
import { TextField } from '../../adapters/web/console/ui/text-field.js';
import { addresses, habits, type PanelClient } from './panel-choices.js';
import type { Layout } from './shown-studio.js';

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly onChange: (value: string) => void;
}

const Choice = ({ label, value, options, onChange }: ChoiceProps): ReactElement => (
  <label className="field">
    <span>{label}</span>
    <select
      className="input"
      value={value}
      onChange={({ target }) => {
        onChange(target.value);
      }}
    >
      {options.map(([one, text]) => (
        <option key={one} value={one}>
          {text}
        </option>
      ))}
    </select>
  </label>
);

const optionsOf = (choices: Readonly<Record<string, { readonly label: string }>>): ChoiceProps['options'] =>
  Object.entries(choices).map(([value, { label }]) => [value, label]);

interface SettingsProps {
  readonly client: PanelClient;
  readonly stations: Layout['stations'];
  readonly showsToken: boolean;
  readonly onChange: (client: PanelClient) => void;
  readonly onShowToken: (shows: boolean) => void;
}

const TokenField = ({ client, showsToken, onChange, onShowToken }: Omit<SettingsProps, 'stations'>): ReactElement => (
  <>
    <TextField
      label="Token"
      type={showsToken ? 'text' : 'password'}
      autoComplete="off"
      value={client.token}
      onChange={(token) => {
        onChange({ ...client, token: token.trim() });
      }}
    />
    <label className="panel-show">
      <input
        type="checkbox"
        checked={showsToken}
        onChange={({ target }) => {
          onShowToken(target.checked);
        }}
      />{' '}
      Show the token
    </label>
  </>
);

/** Renders the choices. The token stays on the page: nothing stores it. */
export const PanelSettings = (props: SettingsProps): ReactElement => {
  const { client, stations, onChange } = props;
  const set = (changes: Partial<PanelClient>): void => {
    onChange({ ...client, ...changes });
  };
  return (
    <div className="panel-settings">
      <TokenField {...props} />
      <Choice
        label="Calls from"
        value={client.address}
        options={optionsOf(addresses)}
        onChange={(address) => {
          set({ address: address as PanelClient['address'] });
        }}
      />
      <Choice
        label="Calls for"
        value={client.station}
        options={[['', 'any station'], ...stations.map(({ id, name }) => [id, name] as const)]}
        onChange={(station) => {
          set({ station });
        }}
      />
      <Choice
        label="The client"
        value={client.habit}
        options={optionsOf(habits)}
        onChange={(habit) => {
          set({ habit: habit as PanelClient['habit'] });
        }}
      />
    </div>
  );
};
