// Studio: its name, and whether it is on air.
import * as E from 'fp-ts/lib/Either.js';
import { Studio } from '../../domain/studio/studio.js';
import type { StudioState } from '../ports.js';
import { read } from '../read.js';

interface Ports {
  readonly studio: StudioState;
}

const studioRecord = ({ layout, status }: StudioState): Studio => ({
  id: layout.id,
  name: layout.name,
  status: status(),
});

const onAir = ({ studio }: { readonly studio: Studio }): string => (studio.status === 'on_air' ? '1' : '0');

export const studio = read({
  name: 'studio.get',
  summary: "The studio's id, name and on-air status",
  feature: 'studio',
  path: '/studio',
  result: { studio: Studio },
  plain: onAir,
  run: (ports: Ports) => E.right({ studio: studioRecord(ports.studio) }),
});

export const studioOperations = [studio];
