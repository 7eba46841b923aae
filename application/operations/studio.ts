// Studio: its name, and whether it is on air.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { Studio, StudioStatus } from '../../domain/studio/studio.js';
import { control } from '../api/control.js';
import { booleanForm } from '../api/plain-forms.js';
import type { StudioState } from '../state/studio-state.js';
import { read } from '../api/read.js';

interface Ports {
  readonly studio: StudioState;
}

/** The record as a caller reads it now. */
export const currentStudio = ({ studio: { layout, runtime: present } }: Ports): Studio => ({
  id: layout.id,
  name: layout.name,
  status: present().status,
});

const onAir = (status: StudioStatus): string => (status === 'on_air' ? '1' : '0');

const studio = read({
  name: 'studio.get',
  summary: "The studio's id, name and on-air status",
  feature: 'studio',
  path: '/studio',
  result: { studio: Studio },
  plain: (body) => onAir(body.studio.status),
  plainForm: booleanForm('while the studio is on air'),
  run: (ports: Ports) => E.right({ studio: currentStudio(ports) }),
});

const status = read({
  name: 'studio.status',
  summary: 'Whether the studio is on air',
  feature: 'studio',
  path: '/studio/status',
  result: { status: StudioStatus },
  plain: (body) => onAir(body.status),
  plainForm: booleanForm('while the studio is on air'),
  run: (ports: Ports) => E.right({ status: ports.studio.runtime().status }),
});

const going = (verb: 'onair' | 'offair', to: StudioStatus) =>
  control({
    name: `studio.${verb}`,
    summary: `Take the studio ${to === 'on_air' ? 'on' : 'off'} air`,
    feature: 'studio',
    path: `/studio/${verb}`,
    result: { studio: Studio },
    run: (ports: Ports) =>
      pipe(
        ports.studio.change((present) => E.right({ ...present, status: to })),
        E.map((sent) => ({ sent, result: () => ({ studio: currentStudio(ports) }) })),
      ),
  });

export const studioOperations = [studio, status, going('onair', 'on_air'), going('offair', 'off_air')];
