// The exact rights of devices, in the layout in force.
import * as E from 'fp-ts/lib/Either.js';
import { hasExactRights, type LimitOf } from '../../domain/access/access-policy.js';
import type { CalledRecord, OperationLimit, PermittedCall } from '../../domain/access/operation-limit.js';
import type { Device } from '../../domain/devices/device.js';
import type { Failure } from '../../domain/failure.js';
import type { PanelCall } from '../../domain/studio/panel.js';
import type { StudioLayout, StudioRecords } from '../../domain/studio/layout.js';
import { recordOf } from '../api/called-operation.js';
import type { Operation } from '../api/operation.js';
import type { LayoutInForce } from '../state/current-layout.js';

type Found = E.Either<Failure, { readonly id: string }>;
type Find = (records: StudioRecords, name: string, holder: string | null) => Found | readonly Found[];

/** Finds the records of all stations that have a name, first that of the one which holds the studio. */
const ofAnyStation =
  (kind: 'automationsOf' | 'variablesOf'): Find =>
  (records, name, holder) =>
    [holder, ...records.stations.all.map(({ id }) => id)].map((station) => records[kind](station).find(name));

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

/** Returns the ids of the records that a call may name, first that of the station which holds the studio. */
export const recordIdsOf = (
  records: StudioRecords,
  { kind, name }: CalledRecord,
  holder: string | null,
): readonly string[] => {
  const found = name === undefined ? [] : (finders[kind]?.(records, name, holder) ?? []);
  return [found].flat().flatMap((one) => (E.isRight(one) ? [one.right.id] : []));
};

/** Whether an operation has each of the parameters that a call names. Of one with another parameter nobody knows what it is about. */
const hasParameters = ({ parameters, recordParameters }: Operation<never>, names: readonly string[]): boolean =>
  recordParameters !== null ||
  names.every((name) => Object.hasOwn(parameters.path, name) || Object.hasOwn(parameters.query, name));

/** What exact rights follow from. */
export interface OperationLimitDeps {
  readonly operations: readonly Operation<never>[];
  readonly current: LayoutInForce;
  /** Returns what the buttons of a panel call; none if the layout has no such panel. */
  readonly callsOfPanel: (layout: StudioLayout, panel: string) => readonly PanelCall[];
}

/** Returns the function that finds what a device is limited to, once for each device and layout. */
export const operationLimits = ({ operations, current, callsOfPanel }: OperationLimitDeps): LimitOf => {
  const byName = new Map(operations.map((operation) => [operation.name, operation]));
  let layout = current.layout;
  let known = new WeakMap<Device, OperationLimit>();

  const permitted =
    (isExact: boolean) =>
    (call: PanelCall): PermittedCall => {
      const operation = byName.get(call.operation);
      const isKnown = operation !== undefined && hasParameters(operation, Object.keys(call.with));
      const record = isKnown ? recordOf(operation, (parameter) => call.with[parameter]) : undefined;
      return { ...call, record, recordIds: record ? recordIdsOf(current.records, record, null) : [], isExact };
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
