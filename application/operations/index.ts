// The index: which features are switched on, and where to read on.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import type { AccessConfiguration } from '../../domain/access/configuration.js';
import { oneOf } from '../../domain/codec.js';
import { featureNames, features } from '../../domain/feature.js';
import type { About } from '../about.js';
import type { AccessInForce } from '../ports.js';
import { read } from '../read.js';

const EnabledFeature = t.readonly(
  t.type({ tag: oneOf(...features), name: t.string, read: t.boolean, control: t.boolean }),
  'Feature',
);

const links = {
  health: '/api/v2/health',
  openapi: '/api/v2/openapi.json',
  docs: '/api/v2/docs',
};

const enabled = ({ features: switches }: AccessConfiguration) =>
  features
    .map((tag) => ({ tag, name: featureNames[tag], ...switches[tag] }))
    .filter((feature) => feature.read || feature.control);

interface Ports {
  readonly about: About;
  readonly access: AccessInForce;
}

const index = read({
  name: 'index.get',
  summary: 'What is switched on, and where to read on',
  feature: null,
  path: '',
  result: {
    service: t.string,
    version: t.string,
    features: t.readonlyArray(EnabledFeature),
    links: t.readonly(t.record(t.string, t.string)),
  },
  plain: (body) => String(body.features.length),
  run: ({ about, access }: Ports) =>
    E.right({
      service: about.name,
      version: about.version,
      features: enabled(access.current().configuration),
      links,
    }),
});

export const indexOperations = [index];
