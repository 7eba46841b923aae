// The calls that the settings allow a device, for the records of its studio.
import type { AccessSettings, DeviceSettings, Feature, FeatureSwitches, PanelTargets } from '../api/contract.js';

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
}

/** What decides which calls a device may make. */
export interface OfferBasis {
  readonly device: Pick<DeviceSettings, 'access' | 'features'>;
  readonly access: Pick<AccessSettings, 'apiEnabled' | 'legacyAuthorization'>;
  readonly switches: FeatureSwitches;
  /** Null if the service reports none. */
  readonly targets: PanelTargets | null;
}

type OfferText = readonly [path: string, label: string];

const toOffer =
  (feature: Feature, access: Offer['access']) =>
  ([path, label]: OfferText): Offer => ({
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
  ...reads('signals', ['signals', 'Read all signals']),
  ...reads('studio', ['studio', 'Read the studio']),
  ...reads('outputs', ['outputs', 'Read all outputs']),
  ...reads('macros', ['macros', 'Read all macros']),
  ...reads('cameras', ['cameras', 'Read all cameras']),
  ...reads('variables', ['variables', 'Read all variables']),
  ...reads('automations', ['automations', 'Read all automations']),
  ...reads('station', ['station', 'Read which station holds the studio']),
  ...reads('core', ['core', 'Read the state of the service']),
  ...reads('system', ['requests', 'Read the request log']),
];

const legacyState = '/api/state/state';

/** The earlier generation has no routes in plain text. */
const legacyReads: readonly Offer[] = [
  {
    id: 'read legacy',
    label: 'Read the state of the studio (legacy)',
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
          const place = scenes.length === 1 ? slot : `${slot}, scene ${scene}`;
          return [`outputs/${part(slot)}/clips/${clipPlace}/play${query}`, `Play a clip on ${place}`];
        }),
      );

/** Whether the operator has to choose a clip for a call. */
export const needsClip = ({ path }: Offer): boolean => path.includes(clipPlace);

/** Returns the call for a clip of the active bank. */
export const withClip = (offer: Offer, clip: string): Offer => ({
  ...offer,
  path: offer.path.replace(clipPlace, clip),
  plainPath: offer.plainPath.replace(clipPlace, clip),
});

const signalOffers = (verb: string, label: string, signals: readonly string[]): readonly OfferText[] =>
  signals.map((signal) => [`signals/${part(signal)}/${verb}`, `${label} ${signal}`]);

/** The calls for the records that the service reports. */
const recordOffers = (targets: PanelTargets): readonly Offer[] => [
  ...reads('signals', ...targets.signals.map((one): OfferText => [`signals/${part(one)}`, `Read signal ${one}`])),
  ...controls(
    'signals',
    ...signalOffers('on', 'Switch on', targets.signals),
    ...signalOffers('off', 'Switch off', targets.signals),
  ),
  ...controls('outputs', ...clipOffers(targets)),
  ...controls(
    'macros',
    ...targets.macros.map(({ id, name }): OfferText => [`macros/${part(id)}/run`, `Run “${name}”`]),
  ),
];

const isAllowed =
  ({ device, access, switches }: OfferBasis) =>
  (offer: Offer): boolean =>
    access.apiEnabled &&
    (offer.feature !== 'legacy' || access.legacyAuthorization) &&
    (offer.access === 'read' || device.access === 'read_and_control') &&
    (device.features.length === 0 || device.features.includes(offer.feature)) &&
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
