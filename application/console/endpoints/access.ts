// The sections Access and Features of a studio.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import {
  AccessSettings,
  FeatureSwitches,
  StoredAccessSettings,
  type AccessConfiguration,
} from '../../../domain/access/configuration.js';
import { inStudio } from '../../../domain/console/requirement.js';
import { endpoint, type EndpointContext, type EndpointResult } from './endpoint.js';
import type { ConsoleServices } from '../console-services.js';
import { changeStudio, findStudio, studioParameter } from './studio-access.js';
import { stateTag } from './state-tag.js';

type Ports = Pick<ConsoleServices, 'store' | 'clock' | 'hashSecret' | 'actions'>;
type SectionName = 'access' | 'features';

const sectionResult = <Name extends SectionName>(
  ports: Ports,
  name: Name,
  configuration: AccessConfiguration,
): EndpointResult<AccessConfiguration[Name]> => ({
  value: configuration[name],
  tag: stateTag(ports, configuration[name]),
});

const read = async <Name extends SectionName>(ports: Ports, id: string, name: Name) =>
  pipe(
    await findStudio(ports, id),
    E.map(({ configuration }) => sectionResult(ports, name, configuration)),
  );

const replace = async <Name extends SectionName>(
  ports: Ports,
  { id, context, name }: { readonly id: string; readonly context: EndpointContext; readonly name: Name },
  section: AccessConfiguration[Name],
) =>
  pipe(
    await changeStudio(ports, id, context, {
      section: name,
      tag: (configuration) => stateTag(ports, configuration[name]),
      to: (configuration) => E.right({ ...configuration, [name]: section }),
    }),
    E.map((configuration) => ({
      ...sectionResult(ports, name, configuration),
      version: configuration.version,
    })),
  );

export const getAccess = endpoint({
  name: 'access.get',
  summary: 'Get the access settings of a studio',
  intent: 'read',
  requires: inStudio('viewer'),
  tagged: true,
  path: '/studios/:id/access',
  params: studioParameter,
  result: StoredAccessSettings,
  run: (ports: Ports, { id }) => read(ports, id, 'access'),
});

export const setAccess = endpoint({
  name: 'access.set',
  summary: 'Replace the access settings of a studio',
  intent: 'replace',
  requires: inStudio('operator'),
  tagged: true,
  path: '/studios/:id/access',
  params: studioParameter,
  body: AccessSettings,
  result: StoredAccessSettings,
  run: (ports: Ports, { id }, context, settings) => replace(ports, { id, context, name: 'access' }, settings),
});

export const getFeatures = endpoint({
  name: 'features.get',
  summary: 'Get which features of a studio are switched on',
  intent: 'read',
  requires: inStudio('viewer'),
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
  requires: inStudio('operator'),
  tagged: true,
  path: '/studios/:id/features',
  params: studioParameter,
  body: FeatureSwitches,
  result: FeatureSwitches,
  run: (ports: Ports, { id }, context, switches) => replace(ports, { id, context, name: 'features' }, switches),
});

export const accessEndpoints = [getAccess, setAccess, getFeatures, setFeatures];
