// What a studio's service reports for the set-up of control devices.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import { orNull } from '../../../domain/codec/codec.js';
import { PanelTargetsOverview, type PanelTargets } from '../../../domain/console/panel-targets.js';
import { inStudio } from '../../../domain/console/requirement.js';
import type { ConsoleServices } from '../console-services.js';
import { endpoint } from './endpoint.js';
import { findStudio, studioParameter } from './studio-access.js';

const overview = (targets: PanelTargets | null): PanelTargetsOverview | null =>
  targets && {
    ...targets,
    macros: targets.macros.map((macro) => ({ ...macro, features: macro.features ?? null })),
    stations: targets.stations ?? null,
    panels: targets.panels ?? null,
  };

export const getPanelTargets = endpoint({
  name: 'panel-targets.get',
  summary: 'Get the addresses of a studio’s service and the records that devices read and control most',
  intent: 'read',
  requires: inStudio('viewer'),
  path: '/studios/:id/panel-targets',
  params: studioParameter,
  result: t.readonly(
    t.type({
      panelTargets: orNull(PanelTargetsOverview, 'Null if the service has reported none, or is too old to report any'),
    }),
  ),
  run: async ({ store }: Pick<ConsoleServices, 'store'>, { id }) => {
    const panelTargets = overview(await store.panelTargets(id));
    return pipe(
      await findStudio({ store }, id),
      E.map(() => ({ value: { panelTargets } })),
    );
  },
});

export const panelTargetEndpoints = [getPanelTargets];
