// Section Features: a Read and a Control switch for each feature.
import type { ReactElement } from 'react';
import type { Feature, FeatureSwitches } from '../api/contract.js';
import { featureNames, features, readOnlyFeatures } from '../api/rules.js';
import { usePanelTargets } from '../new-device/queries.js';
import { onOff } from '../settings/difference.js';
import { SettingsSection, type SettingsFields } from '../settings/section.js';
import type { SectionProps } from '../studio/sections.js';
import { Card } from '../ui/card.js';
import { BareSwitch } from '../ui/switch.js';

const featureHints: Readonly<Record<Feature, string>> = {
  system: 'Health, request log, actions, events and metrics. Health checks fail while Read is off.',
  core: 'Version, uptime and connections of the service.',
  studio: 'On air and off air.',
  station: 'Which station holds the studio. Take and release it.',
  signals: 'Lamps, lines and locks: on, off, pulse.',
  macros: 'Run and stop macros.',
  automations: 'Start, pause and stop automations.',
  outputs: 'Clips and banks: play and stop.',
  cameras: 'Camera angles.',
  variables: 'Values that scenes and automations use.',
  legacy: 'The legacy routes. Also needs “Allow legacy authorization”.',
};

const describe = (switches: FeatureSwitches): ReadonlyMap<string, string> =>
  new Map(
    features.flatMap((feature) => [
      [`${featureNames[feature]}, read`, onOff(switches[feature].read)] as const,
      [`${featureNames[feature]}, control`, onOff(switches[feature].control)] as const,
    ]),
  );

const NothingToControl = (): ReactElement => (
  <span className="hint">
    <span aria-hidden>–</span>
    <span className="visually-hidden">Nothing to control</span>
  </span>
);

const FeatureRow = ({
  feature,
  value,
  onChange,
  isDisabled,
}: SettingsFields<FeatureSwitches> & { readonly feature: Feature }): ReactElement => {
  const { read, control } = value[feature];
  const set = (change: Partial<FeatureSwitches[Feature]>): void => {
    onChange({ ...value, [feature]: { ...value[feature], ...change } });
  };
  const name = featureNames[feature];
  return (
    <tr>
      <th scope="row">
        {name}
        <span className="hint">{featureHints[feature]}</span>
      </th>
      <td>
        <BareSwitch
          label={`${name}: Read`}
          isOn={read}
          isDisabled={isDisabled}
          onChange={(on) => {
            set({ read: on });
          }}
        />
      </td>
      <td>
        {readOnlyFeatures.includes(feature) ? (
          <NothingToControl />
        ) : (
          <BareSwitch
            label={`${name}: Control`}
            isOn={control}
            isDisabled={isDisabled}
            onChange={(on) => {
              set({ control: on });
            }}
          />
        )}
      </td>
    </tr>
  );
};

/** Lists what the macros of the studio control: each fails at a step whose feature is off. */
const MacroFeatures = ({ studioId }: { readonly studioId: string }): ReactElement | null => {
  const { data } = usePanelTargets(studioId);
  const macros = data?.macros.filter((macro) => macro.features !== null) ?? [];
  if (macros.length === 0) return null;
  return (
    <Card
      title="What macros control"
      explanation="A macro fails at a step whose feature has Control switched off. A device that may run a macro controls all of these by it."
    >
      <table>
        <thead>
          <tr>
            <th scope="col">Macro</th>
            <th scope="col">Controls</th>
          </tr>
        </thead>
        <tbody>
          {macros.map(({ id, name, features: controlled }) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              <td>{(controlled ?? []).map((feature) => featureNames[feature]).join(', ') || 'Nothing'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
};

const Switches = (fields: SettingsFields<FeatureSwitches>): ReactElement => (
  <Card
    title="Features of the API"
    explanation="A feature that is switched off is refused for every caller, and hidden from the API index, description and reference page."
  >
    <table className="switches">
      <thead>
        <tr>
          <th scope="col">Feature</th>
          <th scope="col">Read</th>
          <th scope="col">Control</th>
        </tr>
      </thead>
      <tbody>
        {features.map((feature) => (
          <FeatureRow key={feature} feature={feature} {...fields} />
        ))}
      </tbody>
    </table>
  </Card>
);

export const FeaturesSection = ({ studio }: SectionProps): ReactElement => (
  <>
    <SettingsSection studio={studio} section="features" describe={describe}>
      {(fields) => <Switches {...fields} />}
    </SettingsSection>
    <MacroFeatures studioId={studio.id} />
  </>
);
