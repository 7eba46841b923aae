// The exact rights of devices, in the layout in force.
import * as E from 'fp-ts/lib/Either.js';
import { hasExactRights, type LimitOf } from '../../domain/access/access-policy.js';
import type {
  CalledRecord,
  OperationCall,
  OperationLimit,
  PermittedCall,
} from '../../domain/access/operation-limit.js';
import type { Device } from '../../domain/devices/device.js';
import type { Failure } from '../../domain/failure.js';
import type { StudioLayout, StudioRecords } from '../../domain/studio/layout.js';
import { recordOf } from '../api/called-operation.js';
import type { Operation } from '../api/operation.js';
import type { LayoutInForce } from '../state/current-layout.js';

type Find = (records: StudioRecords, name: string) => E.Either<Failure, { readonly id: string }>;

/** Finds a record of whichever station: its id says which. */
const ofAnyStation =
  (kind: 'automationsOf' | 'variablesOf'): Find =>
  (records, name) => {
    const found = records.stations.all.map(({ id }): ReturnType<Find> => records[kind](id).find(name));
    return found.find((one) => E.isRight(one)) ?? records[kind](null).find(name);
  };

/** Finds records by the names that calls have for them. */
const finders: Readonly<Record<string, Find>> = {
  signals: ({ signals }, name) => signals.find(name),
  cameras: ({ cameras }, name) => cameras.find(name),
  outputs: ({ outputs }, name) => outputs.find(name),
  banks: ({ banks }, name) => banks.find(name),
  macros: ({ macros }, name) => macros.find(name),
  automations: ofAnyStation('automationsOf'),
  variables: ofAnyStation('variablesOf'),
};

/** Returns the id of a record that a call names; undefined if there is none. */
export const recordIdOf = (records: StudioRecords, { kind, name }: CalledRecord): string | undefined => {
  const found = name === undefined ? undefined : finders[kind]?.(records, name);
  return found !== undefined && E.isRight(found) ? found.right.id : undefined;
};

/** What exact rights follow from. */
export interface OperationLimitDeps {
  readonly operations: readonly Operation<never>[];
  readonly current: LayoutInForce;
  /** Returns what the buttons of a panel call; none if the layout has no such panel. */
  readonly callsOfPanel: (layout: StudioLayout, panel: string) => readonly OperationCall[];
}

/** Returns the function that finds what a device is limited to, once for each device and layout. */
export const operationLimits = ({ operations, current, callsOfPanel }: OperationLimitDeps): LimitOf => {
  const byName = new Map(operations.map((operation) => [operation.name, operation]));
  let layout = current.layout;
  let known = new WeakMap<Device, OperationLimit>();

  const permitted =
    (isExact: boolean) =>
    (call: OperationCall): PermittedCall => {
      const operation = byName.get(call.operation);
      const record = operation && recordOf(operation, (parameter) => call.with[parameter]);
      return { ...call, record, recordId: record && recordIdOf(current.records, record), isExact };
    };

  const limitFor = ({ panel, operations: listed }: Device): OperationLimit => [
    ...(panel === null ? [] : callsOfPanel(layout, panel).map(permitted(true))),
    ...listed.map(permitted(false)),
  ];

  return (device) => {
    if (!hasExactRights(device)) return undefined;
    if (layout !== current.layout) known = new WeakMap();
    layout = current.layout;
    const limit = known.get(device) ?? limitFor(device);
    known.set(device, limit);
    return limit;
  };
};
