// Studio: reads, on air and off air.
import * as E from 'fp-ts/lib/Either.js';
import { Studio, StudioStatus } from '../../domain/studio/studio.js';
import { setStatus } from '../../domain/studio/runtime-state.js';
import { control } from '../api/control.js';
import { booleanForm } from '../api/plain-forms.js';
import { currentStudio } from '../events/current-records.js';
import type { StudioState } from '../state/studio-state.js';
import { read } from '../api/read.js';

interface Ports {
  readonly studio: StudioState;
}

const plainStatus = (status: StudioStatus): string => (status === 'on_air' ? '1' : '0');

const studio = read({
  name: 'studio.get',
  summary: "The studio's id, name and on-air status",
  feature: 'studio',
  path: '/studio',
  result: { studio: Studio },
  plain: (body) => plainStatus(body.studio.status),
  plainForm: booleanForm('while the studio is on air'),
  run: (ports: Ports) => E.right({ studio: currentStudio(ports) }),
});

const studioStatus = read({
  name: 'studio.status',
  summary: 'Whether the studio is on air',
  feature: 'studio',
  path: '/studio/status',
  result: { status: StudioStatus },
  plain: (body) => plainStatus(body.status),
  plainForm: booleanForm('while the studio is on air'),
  run: (ports: Ports) => E.right({ status: ports.studio.runtime().status }),
});

const statusOperation = (verb: 'onair' | 'offair', status: StudioStatus) =>
  control({
    name: `studio.${verb}`,
    summary: `Take the studio ${status === 'on_air' ? 'on' : 'off'} air`,
    feature: 'studio',
    path: `/studio/${verb}`,
    result: { studio: Studio },
    run: (ports: Ports) => E.right({ change: setStatus(status), result: () => ({ studio: currentStudio(ports) }) }),
  });

export const studioOperations = [
  studio,
  studioStatus,
  statusOperation('onair', 'on_air'),
  statusOperation('offair', 'off_air'),
];
