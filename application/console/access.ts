// The sections Access and Features of a studio.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { AccessSettings, FeatureSwitches } from '../../domain/access/configuration.js';
import { endpoint } from './endpoint.js';
import type { ConsolePorts } from './ports.js';
import { changeStudio, findStudio, studioParameter } from './studio-access.js';

type Ports = Pick<ConsolePorts, 'store' | 'announcements'>;

export const access = endpoint({
  name: 'access.get',
  summary: 'Who gets in at a studio, and whether its API is on',
  intent: 'read',
  path: '/studios/:id/access',
  params: studioParameter,
  result: AccessSettings,
  run: async (ports: Ports, { id }) =>
    pipe(
      await findStudio(ports, id),
      E.map(({ configuration }) => configuration.access),
    ),
});

export const setAccess = endpoint({
  name: 'access.set',
  summary: 'Decide who gets in at a studio, and whether its API is on',
  intent: 'replace',
  path: '/studios/:id/access',
  params: studioParameter,
  body: AccessSettings,
  result: AccessSettings,
  run: async (ports: Ports, { id }, settings) =>
    pipe(
      await changeStudio(ports, id, (configuration) => E.right({ ...configuration, access: settings })),
      E.map((kept) => kept.access),
    ),
});

export const features = endpoint({
  name: 'features.get',
  summary: 'Which features of a studio are switched on',
  intent: 'read',
  path: '/studios/:id/features',
  params: studioParameter,
  result: FeatureSwitches,
  run: async (ports: Ports, { id }) =>
    pipe(
      await findStudio(ports, id),
      E.map(({ configuration }) => configuration.features),
    ),
});

export const setFeatures = endpoint({
  name: 'features.set',
  summary: 'Switch the features of a studio on and off',
  intent: 'replace',
  path: '/studios/:id/features',
  params: studioParameter,
  body: FeatureSwitches,
  result: FeatureSwitches,
  run: async (ports: Ports, { id }, switches) =>
    pipe(
      await changeStudio(ports, id, (configuration) => E.right({ ...configuration, features: switches })),
      E.map((kept) => kept.features),
    ),
});

export const accessEndpoints = [access, setAccess, features, setFeatures];
