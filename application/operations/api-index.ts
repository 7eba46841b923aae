// The index: the enabled features, and links to further routes.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { limitOf } from '../../domain/access/caller.js';
import type { AccessConfiguration } from '../../domain/access/configuration.js';
import { described, oneOf } from '../../domain/codec/codec.js';
import { featureNames, features } from '../../domain/feature.js';
import type { About } from '../ports/about.js';
import { countForm } from '../api/plain-forms.js';
import type { CurrentAccess } from '../ports/current-access.js';
import { read } from '../api/read.js';

const EnabledFeature = described(
  t.readonly(t.type({ tag: oneOf(...features), name: t.string, read: t.boolean, control: t.boolean }), 'Feature'),
  {
    description: 'A feature that is switched on, for read, for control or for both',
    examples: [{ tag: 'signals', name: 'Signals', read: true, control: true }],
  },
);

/** Paths of further routes. */
export const links = {
  health: '/api/v2/health',
  openapi: '/api/v2/openapi.json',
  docs: '/api/v2/docs',
};

/** Returns the links of routes that are open: the health belongs to the feature System (PUBLIC-5). */
const openLinks = ({ features: { system } }: AccessConfiguration): Partial<typeof links> => {
  const { health, ...others } = links;
  return system.read ? { health, ...others } : others;
};

const enabledFeatures = ({ features: switches }: AccessConfiguration) =>
  features
    .map((tag) => ({ tag, name: featureNames[tag], ...switches[tag] }))
    .filter((feature) => feature.read || feature.control);

const PermittedOperation = described(
  t.readonly(t.type({ operation: t.string, with: t.readonly(t.record(t.string, t.string)) }), 'PermittedOperation'),
  {
    description: 'An operation that the caller is limited to, with the values that its parameters must have',
    examples: [{ operation: 'signal.pulse', with: { id: 'door-lock' } }],
  },
);

interface Ports {
  readonly about: About;
  readonly access: CurrentAccess;
}

const index = read({
  name: 'index.get',
  summary: 'The enabled features, and links to further routes',
  feature: null,
  tag: 'system',
  path: '',
  result: {
    service: described(t.string, { description: 'The name of the service', examples: ['Studio Control'] }),
    version: described(t.string, { description: 'Its version', examples: ['1.0.0'] }),
    features: t.readonlyArray(EnabledFeature),
    operations: described(t.union([t.readonlyArray(PermittedOperation), t.undefined]), {
      description: 'What the caller is limited to; absent if it isn’t limited to operations',
    }),
    links: described(t.readonly(t.record(t.string, t.string)), {
      description: 'Paths of further routes by name',
      examples: [links],
    }),
  },
  plain: (body) => String(body.features.length),
  plainForm: described(countForm, { description: 'How many features are switched on' }),
  run: ({ about, access }: Ports, _input, { caller }) => {
    const { configuration } = access.current();
    return E.right({
      service: about.name,
      version: about.version,
      features: enabledFeatures(configuration),
      operations: limitOf(caller)?.map(({ operation, with: values }) => ({ operation, with: values })),
      links: openLinks(configuration),
    });
  },
});

export const indexOperations = [index];
