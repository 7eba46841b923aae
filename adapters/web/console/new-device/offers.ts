// The calls that the settings allow a device, for the records of its studio.
import { t } from '@lingui/core/macro';
import type { AccessSettings, DeviceSettings, Feature, FeatureSwitches, PanelTargets } from '../api/contract.js';

/** An operation with parameters, as a device may be limited to it. */
type OfferedCall = DeviceSettings['operations'][number];

/** A call that a device may make. */
export interface Offer {
  readonly id: string;
  readonly label: string;
  readonly feature: Feature;
  readonly access: 'read' | 'control';
  /** The route, with its query. */
  readonly path: string;
  /** The route whose answer is one value as text. */
  readonly plainPath: string;
  /** The operation, with the parameters that the path has; undefined for a legacy route. */
  readonly call?: OfferedCall;
}

/** What decides which calls a device may make. */
export interface OfferBasis {
  readonly device: Pick<DeviceSettings, 'access' | 'features' | 'panel' | 'operations'>;
  readonly access: Pick<AccessSettings, 'apiEnabled' | 'legacyAuthorization'>;
  readonly switches: FeatureSwitches;
  /** Null if the service reports none. */
  readonly targets: PanelTargets | null;
}

type OfferText = readonly [
  path: string,
  label: string,
  operation: string,
  parameters?: Readonly<Record<string, string>>,
];

const toOffer =
  (feature: Feature, access: Offer['access']) =>
  ([path, label, operation, parameters = {}]: OfferText): Offer => ({
    call: { operation, with: parameters },
    id: `${access} ${path}`,
    label,
    feature,
    access,
    path: `/api/v2/${path}`,
    plainPath: `/api/v2/plain/${path}`,
  });

const reads = (feature: Feature, ...texts: readonly OfferText[]): readonly Offer[] =>
  texts.map(toOffer(feature, 'read'));
const controls = (feature: Feature, ...texts: readonly OfferText[]): readonly Offer[] =>
  texts.map(toOffer(feature, 'control'));

const part = encodeURIComponent;

/** The reads that every studio has. */
const commonReads: readonly Offer[] = [
  ...reads('signals', ['signals', t`Read all signals`, 'signal.list']),
  ...reads('studio', ['studio', t`Read the studio`, 'studio.get']),
  ...reads('outputs', ['outputs', t`Read all outputs`, 'output.list']),
  ...reads('macros', ['macros', t`Read all macros`, 'macro.list']),
  ...reads('cameras', ['cameras', t`Read all cameras`, 'camera.list']),
  ...reads('variables', ['variables', t`Read all variables`, 'variable.list']),
  ...reads('automations', ['automations', t`Read all automations`, 'automation.list']),
  ...reads('station', ['station', t`Read which station holds the studio`, 'station.get']),
  ...reads('core', ['core', t`Read the state of the service`, 'core.get']),
  ...reads('system', ['requests', t`Read the request log`, 'request.list']),
];

const legacyState = '/api/state/state';

/** The earlier generation has no routes in plain text. */
const legacyReads: readonly Offer[] = [
  {
    id: 'read legacy',
    label: t`Read the state of the studio (legacy)`,
    feature: 'legacy',
    access: 'read',
    path: legacyState,
    plainPath: legacyState,
  },
];

/** Stands for the number of a clip in a path. */
const clipPlace = '{clip}';

const clipOffers = ({ outputs, clips }: PanelTargets): readonly OfferText[] =>
  clips.length === 0
    ? []
    : outputs.flatMap(({ slot, scenes }) =>
        scenes.map((scene): OfferText => {
          const query = scenes.length === 1 ? '' : `?scene=${part(scene)}`;
          const label = scenes.length === 1 ? t`Play a clip on ${slot}` : t`Play a clip on ${slot}, scene ${scene}`;
          const named = scenes.length === 1 ? { slot } : { slot, scene };
          return [
            `outputs/${part(slot)}/clips/${clipPlace}/play${query}`,
            label,
            'clip.play',
            { ...named, number: clipPlace },
          ];
        }),
      );

/** Whether the operator has to choose a clip for a call. */
export const needsClip = ({ path }: Offer): boolean => path.includes(clipPlace);

/** Returns the call for a clip of the active bank. */
export const withClip = (offer: Offer, clip: string): Offer => ({
  ...offer,
  path: offer.path.replace(clipPlace, clip),
  plainPath: offer.plainPath.replace(clipPlace, clip),
  ...(offer.call && { call: { ...offer.call, with: { ...offer.call.with, number: clip } } }),
});

/** Whether a device with exact rights may make a call. The calls of a panel are not known here. */
const isWithinRights = ({ panel, operations }: OfferBasis['device'], { call }: Offer): boolean =>
  (panel === null && operations.length === 0) ||
  operations.some(
    (one) =>
      one.operation === call?.operation &&
      Object.entries(one.with).every(([name, value]) => [value, clipPlace].includes(call.with[name] ?? '')),
  );

const signalOffers = (
  verb: string,
  labelFor: (signal: string) => string,
  signals: readonly string[],
): readonly OfferText[] =>
  signals.map((signal) => [`signals/${part(signal)}/${verb}`, labelFor(signal), `signal.${verb}`, { id: signal }]);

/** The calls for the records that the service reports. */
const recordOffers = (targets: PanelTargets): readonly Offer[] => [
  ...reads(
    'signals',
    ...targets.signals.map((one): OfferText => [
      `signals/${part(one)}`,
      t`Read signal ${one}`,
      'signal.get',
      { id: one },
    ]),
  ),
  ...controls(
    'signals',
    ...signalOffers('on', (signal) => t`Switch on ${signal}`, targets.signals),
    ...signalOffers('off', (signal) => t`Switch off ${signal}`, targets.signals),
    ...signalOffers('pulse', (signal) => t`Pulse ${signal}`, targets.signals),
  ),
  ...controls('outputs', ...clipOffers(targets)),
  ...controls(
    'macros',
    ...targets.macros.map(({ id, name }): OfferText => [
      `macros/${part(id)}/run`,
      t`Run “${name}”`,
      'macro.run',
      { id },
    ]),
  ),
];

const isAllowed =
  ({ device, access, switches }: OfferBasis) =>
  (offer: Offer): boolean =>
    access.apiEnabled &&
    (offer.feature !== 'legacy' || access.legacyAuthorization) &&
    (offer.access === 'read' || device.access === 'read_and_control') &&
    (device.features.length === 0 || device.features.includes(offer.feature)) &&
    isWithinRights(device, offer) &&
    switches[offer.feature][offer.access];

/** Returns the calls that a device may make. Reads come first: a first call should put nothing on air. */
export const offersFor = (basis: OfferBasis): readonly Offer[] => {
  const all = [...commonReads, ...(basis.targets === null ? [] : recordOffers(basis.targets)), ...legacyReads];
  const allowed = all.filter(isAllowed(basis));
  return [
    ...allowed.filter(({ access }) => access === 'read'),
    ...allowed.filter(({ access }) => access === 'control'),
  ];
};
