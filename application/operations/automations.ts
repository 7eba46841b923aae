// Automations of the holding station: reads, start, pause, resume and stop.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import { described } from '../../domain/codec/codec.js';
import { Automation, AutomationState, type AutomationTransition } from '../../domain/studio/automation.js';
import type { Automations } from '../sequences/automations.js';
import { control } from '../api/control.js';
import { someText } from '../api/parameters.js';
import type { StudioState } from '../state/studio-state.js';
import { read } from '../api/read.js';

interface Ports {
  readonly studio: StudioState;
  readonly automations: Automations;
}

const automationId = described(someText, { description: 'Automation id, in any letters’ case', examples: ['auto-1'] });

const find = ({ studio }: Ports, station: string | null, id: string) => studio.records.automationsOf(station).find(id);

const automations = read({
  name: 'automation.list',
  summary: "The station's automations with their states",
  feature: 'automations',
  stationScoped: true,
  path: '/automations',
  result: { automations: t.readonlyArray(Automation) },
  plain: (body) => String(body.automations.length),
  run: (ports: Ports, _input, { station }) =>
    E.right({ automations: ports.studio.records.automationsOf(station).all.map(ports.automations.state) }),
});

const automation = read({
  name: 'automation.get',
  summary: 'One automation',
  feature: 'automations',
  stationScoped: true,
  path: '/automations/:id',
  params: { id: automationId },
  result: { automation: Automation },
  plain: (body) => body.automation.state,
  plainForm: AutomationState,
  run: (ports: Ports, { id }, { station }) =>
    pipe(
      find(ports, station, id),
      E.map((found) => ({ automation: ports.automations.state(found) })),
    ),
});

const transitionOperation = (transition: AutomationTransition, summary: string) =>
  control({
    name: `automation.${transition}`,
    summary,
    feature: 'automations',
    stationScoped: true,
    path: `/automations/:id/${transition}`,
    params: { id: automationId },
    result: { automation: Automation },
    run: (ports: Ports, { id }, { station }) =>
      pipe(
        find(ports, station, id),
        E.map((found) => ({
          commands: [{ do: 'transition' as const, automation: found.id, transition }],
          result: () => ({ automation: ports.automations.state(found) }),
        })),
      ),
  });

export const automationOperations = [
  automations,
  automation,
  transitionOperation('start', 'Start an automation'),
  transitionOperation('pause', 'Pause an automation before its next step'),
  transitionOperation('resume', 'Resume a paused automation'),
  transitionOperation('stop', 'Stop an automation'),
];
