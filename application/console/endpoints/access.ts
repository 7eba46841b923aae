// The sections Access and Features of a studio.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { AccessSettings, FeatureSwitches, type AccessConfiguration } from '../../../domain/access/configuration.js';
import { endpoint, type EndpointContext, type EndpointResult } from './endpoint.js';
import type { ConsoleServices } from '../console-services.js';
import { changeStudio, findStudio, studioParameter } from './studio-access.js';
import { tagOf } from './tag.js';

type Ports = Pick<ConsoleServices, 'store' | 'clock' | 'hashSecret'>;
type SectionName = 'access' | 'features';

const shown =
  <Name extends SectionName>(ports: Ports, name: Name) =>
  (configuration: AccessConfiguration): EndpointResult<AccessConfiguration[Name]> => ({
    value: configuration[name],
    tag: tagOf(ports, configuration[name]),
  });

const read = async <Name extends SectionName>(ports: Ports, id: string, name: Name) =>
  pipe(
    await findStudio(ports, id),
    E.map(({ configuration }) => shown(ports, name)(configuration)),
  );

const replace = async <Name extends SectionName>(
  ports: Ports,
  { id, asking, name }: { readonly id: string; readonly asking: EndpointContext; readonly name: Name },
  section: AccessConfiguration[Name],
) =>
  pipe(
    await changeStudio(ports, id, asking, {
      section: name,
      tag: (configuration) => tagOf(ports, configuration[name]),
      to: (configuration) => E.right({ ...configuration, [name]: section }),
    }),
    E.map((kept) => ({ ...shown(ports, name)(kept), version: kept.version })),
  );

export const access = endpoint({
  name: 'access.get',
  summary: 'Who gets in at a studio, and whether its API is on',
  intent: 'read',
  tagged: true,
  path: '/studios/:id/access',
  params: studioParameter,
  result: AccessSettings,
  run: (ports: Ports, { id }) => read(ports, id, 'access'),
});

export const setAccess = endpoint({
  name: 'access.set',
  summary: 'Decide who gets in at a studio, and whether its API is on',
  intent: 'replace',
  tagged: true,
  path: '/studios/:id/access',
  params: studioParameter,
  body: AccessSettings,
  result: AccessSettings,
  run: (ports: Ports, { id }, asking, settings) => replace(ports, { id, asking, name: 'access' }, settings),
});

export const features = endpoint({
  name: 'features.get',
  summary: 'Which features of a studio are switched on',
  intent: 'read',
  tagged: true,
  path: '/studios/:id/features',
  params: studioParameter,
  result: FeatureSwitches,
  run: (ports: Ports, { id }) => read(ports, id, 'features'),
});

export const setFeatures = endpoint({
  name: 'features.set',
  summary: 'Switch the features of a studio on and off',
  intent: 'replace',
  tagged: true,
  path: '/studios/:id/features',
  params: studioParameter,
  body: FeatureSwitches,
  result: FeatureSwitches,
  run: (ports: Ports, { id }, asking, switches) => replace(ports, { id, asking, name: 'features' }, switches),
});

export const accessEndpoints = [access, setAccess, features, setFeatures];
