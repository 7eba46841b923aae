// Section Features: a Read and a Control switch for each feature.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
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
  system: t`Health, request log, actions, events and metrics. Health checks fail while Read is off.`,
  core: t`Version, uptime and connections of the service.`,
  studio: t`On air and off air.`,
  station: t`Which station holds the studio. Take and release it.`,
  signals: t`Lamps, lines and locks: on, off, pulse.`,
  macros: t`Run and stop macros.`,
  automations: t`Start, pause and stop automations.`,
  outputs: t`Clips and banks: play and stop.`,
  cameras: t`Camera angles.`,
  variables: t`Values that scenes and automations use.`,
  legacy: t`The legacy routes. Also needs “Allow legacy authorization”.`,
};

const describe = (switches: FeatureSwitches): ReadonlyMap<string, string> =>
  new Map(
    features.flatMap((feature) => {
      const name = featureNames[feature];
      return [
        [t`${name}, read`, onOff(switches[feature].read)] as const,
        [t`${name}, control`, onOff(switches[feature].control)] as const,
      ];
    }),
  );

const NothingToControl = (): ReactElement => (
  <span className="hint">
    <span aria-hidden>–</span>
    <span className="visually-hidden">
      <Trans>Nothing to control</Trans>
    </span>
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
          label={t`${name}: Read`}
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
            label={t`${name}: Control`}
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
      title={t`What macros control`}
      explanation={t`A macro fails at a step whose feature has Control switched off. A device that may run a macro controls all of these by it.`}
    >
      <table>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Macro</Trans>
            </th>
            <th scope="col">
              <Trans>Controls</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {macros.map(({ id, name, features: controlled }) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              <td>{(controlled ?? []).map((feature) => featureNames[feature]).join(', ') || t`Nothing`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
};

const Switches = (fields: SettingsFields<FeatureSwitches>): ReactElement => (
  <Card
    title={t`Features of the API`}
    explanation={t`A feature that is switched off is refused for every caller, and hidden from the API index, description and reference page.`}
  >
    <table className="switches">
      <thead>
        <tr>
          <th scope="col">
            <Trans>Feature</Trans>
          </th>
          <th scope="col">
            <Trans>Read</Trans>
          </th>
          <th scope="col">
            <Trans>Control</Trans>
          </th>
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
