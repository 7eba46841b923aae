// The operations of the legacy routes: those that v2 doesn't have, and the v2 operations that are also legacy routes.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import type { Feature } from '../../domain/feature.js';
import type { About } from '../ports/about.js';
import { catalogue } from './catalogue.js';
import type { Operation } from '../api/operation.js';
import type { ControlServices } from './control-services.js';
import type { StudioState } from '../state/studio-state.js';
import { read } from '../api/read.js';
import { snapshotOf } from '../events/snapshot.js';

interface Ports {
  readonly about: About;
  readonly studio: StudioState;
}

const Status = t.readonly(
  t.type({
    name: t.string,
    version: t.string,
    onAir: t.boolean,
    simulated: t.boolean,
    connections: t.readonly(t.record(t.string, t.boolean)),
  }),
);

const root = read({
  name: 'legacy.root',
  summary: 'The name of the service',
  feature: null,
  admission: 'public',
  path: '/',
  result: { name: t.string },
  plain: (body) => body.name,
  run: ({ about }: Ports) => E.right({ name: `${about.name} ${about.version}` }),
});

const status = read({
  name: 'legacy.status',
  summary: 'For monitors: name, version, on air, connections',
  feature: null,
  admission: 'public',
  path: '/status',
  result: { status: Status },
  plain: () => 'OK',
  run: ({ about, studio }: Ports) => {
    const { name, version, simulated, cloudConnected } = about;
    const connections = { cloud: cloudConnected() };
    const onAir = studio.runtime().status === 'on_air';
    return E.right({ status: { name, version, onAir, simulated, connections } });
  },
});

const statusHealth = read({
  name: 'legacy.health',
  summary: 'Whether the service is up',
  feature: null,
  admission: 'public',
  path: '/status/health',
  result: { status: t.string },
  plain: (body) => body.status,
  run: () => E.right({ status: 'OK' }),
});

const state = read({
  name: 'legacy.state',
  summary: "The studio's state in one object, without the features that are switched off or not allowed",
  feature: null,
  path: '/api/state/state',
  result: { state: t.UnknownRecord },
  plain: () => 'OK',
  run: (ports: ControlServices, _input, { caller }) => {
    const { station: _holder, ...state } = snapshotOf(ports, caller);
    return E.right({ state });
  },
});

/** Operations of routes that return a text. */
export const legacyTextOperations: readonly Operation<ControlServices>[] = [root, statusHealth];

/** Operations of routes that return an object. */
export const legacyObjectOperations: readonly Operation<ControlServices>[] = [status, state];

/** Features without legacy routes (LEGACY-6). */
const featuresWithoutLegacyRoutes: readonly (Feature | null)[] = [null, 'system', 'core', 'legacy'];

/** The v2 operations that are also legacy routes under `/api`. */
export const legacyOperations = catalogue.filter(({ feature }) => !featuresWithoutLegacyRoutes.includes(feature));
