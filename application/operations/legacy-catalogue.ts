// The routes that only the earlier generation has; every other legacy route is a v2 operation under another path.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { pinOf } from '../../domain/access/caller.js';
import type { Feature } from '../../domain/feature.js';
import type { About } from '../ports/about.js';
import { catalogue } from './catalogue.js';
import type { CallContext, Operation, PreparedCall, OperationResult } from '../api/operation.js';
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

/** Which operation tells the state of each feature. */
const tellers: readonly (readonly [Feature, string])[] = [
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

const isResult = (run: object): run is OperationResult => 'body' in run;

const operationOf = (name: string): readonly Operation<ControlServices>[] =>
  catalogue.filter((one) => one.name === name);

const told = (
  ports: ControlServices,
  context: CallContext,
  operation: Operation<ControlServices>,
): OperationResult['body'] => {
  const prepared = operation.prepare({ path: new Map(), query: new Map() });
  const run = E.chain((reading: PreparedCall<ControlServices>) => reading.run(ports, context))(prepared);
  return E.isRight(run) && isResult(run.right) ? run.right.body : {};
};

const state = read({
  name: 'legacy.state',
  summary: "The studio's state in one object, without what is switched off or not allowed",
  feature: null,
  path: '/api/state/state',
  result: { state: t.UnknownRecord },
  plain: () => 'OK',
  run: (ports: ControlServices, _input, context) => {
    const { caller } = context;
    const { configuration } = ports.access.current();
    const station = visibleStation(ports.studio.records.stations, ports.studio.runtime().holder, pinOf(caller));
    const parts = tellers
      .filter(([feature]) => mayRead(configuration, caller, feature))
      .flatMap(([, name]) => operationOf(name))
      .filter(({ stationScoped }) => !stationScoped || station !== undefined)
      .map((operation) => told(ports, { ...context, station: station ?? null }, operation));
    return E.right({ state: Object.fromEntries(parts.flatMap((part) => Object.entries(part))) });
  },
});

/** Routes with a text for an answer. */
export const legacyTextOperations: readonly Operation<ControlServices>[] = [root, statusHealth];

/** Routes with an object for an answer. */
export const legacyObjectOperations: readonly Operation<ControlServices>[] = [status, state];

/** What the earlier generation never had. */
const withoutLegacyFace: readonly (Feature | null)[] = [null, 'system', 'core', 'legacy'];

/** Every v2 operation that also lives under `/api`. */
export const legacyOperations = catalogue.filter(({ feature }) => !withoutLegacyFace.includes(feature));
