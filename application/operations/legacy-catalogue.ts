// The operations of the legacy routes: those that v2 doesn't have, and the v2 operations that are also legacy routes.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import { pinOf } from '../../domain/access/caller.js';
import type { Feature } from '../../domain/feature.js';
import type { About } from '../ports/about.js';
import { catalogue } from './catalogue.js';
import type { CallContext, Operation, OperationResult } from '../api/operation.js';
import type { CurrentAccess } from '../ports/current-access.js';
import type { ControlServices } from './control-services.js';
import type { StudioState } from '../state/studio-state.js';
import { read } from '../api/read.js';
import { mayRead, visibleStation } from '../access/visibility.js';

interface Ports {
  readonly about: About;
  readonly studio: StudioState;
  readonly access: CurrentAccess;
}

const Status = t.readonly(
  t.type({
    name: t.string,
    version: t.string,
    onAir: t.boolean,
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
    const { name, version, cloudConnected } = about;
    const connections = { cloud: cloudConnected() };
    return E.right({ status: { name, version, onAir: studio.runtime().status === 'on_air', connections } });
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

/** The operations whose results make up the state (LEGACY-5). */
const stateOperations: readonly (readonly [Feature, string])[] = [
  ['studio', 'studio.get'],
  ['station', 'station.list'],
  ['signals', 'signal.list'],
  ['macros', 'macro.list'],
  ['automations', 'automation.list'],
  ['outputs', 'output.list'],
  ['outputs', 'bank.list'],
  ['cameras', 'camera.list'],
  ['variables', 'variable.list'],
];

const isResult = (outcome: object): outcome is OperationResult => 'body' in outcome;

const operationOf = (name: string): readonly Operation<ControlServices>[] =>
  catalogue.filter((one) => one.name === name);

const resultOf = (
  ports: ControlServices,
  context: CallContext,
  operation: Operation<ControlServices>,
): OperationResult['body'] => {
  const outcome = pipe(
    operation.prepare({ path: new Map(), query: new Map() }),
    E.chain((prepared) => prepared.run(ports, context)),
  );
  return E.isRight(outcome) && isResult(outcome.right) ? outcome.right.body : {};
};

const state = read({
  name: 'legacy.state',
  summary: "The studio's state in one object, without the features that are switched off or not allowed",
  feature: null,
  path: '/api/state/state',
  result: { state: t.UnknownRecord },
  plain: () => 'OK',
  run: (ports: ControlServices, _input, context) => {
    const { caller } = context;
    const { configuration } = ports.access.current();
    const station = visibleStation(ports.studio.records.stations, ports.studio.runtime().holder, pinOf(caller));
    const parts = stateOperations
      .filter(([feature]) => mayRead(configuration, caller, feature))
      .flatMap(([, name]) => operationOf(name))
      .filter(({ stationScoped }) => !stationScoped || station !== undefined)
      .map((operation) => resultOf(ports, { ...context, station: station ?? null }, operation));
    return E.right({ state: Object.fromEntries(parts.flatMap((part) => Object.entries(part))) });
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
