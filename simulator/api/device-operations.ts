// The operations of the steering API on devices: their states and their faults.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { someText } from '../../application/api/parameters.js';
import { described, listOf } from '../../domain/codec/codec.js';
import { failure, type Failure } from '../../domain/failure.js';
import { InjectedFault } from '../fault.js';
import { changeState } from './change-state.js';
import { addressed } from './addresses.js';
import { operation, type SteeringOperation } from './operation.js';
import { DeviceRecord, Fault } from './records.js';
import { StateChange, StateRecord } from './state-records.js';
import { deviceRecord, recordOf, type SteeredStudio } from './steering.js';

/** The body of a list of devices. */
export const DevicesBody = t.type({
  studio: described(t.string, { description: "The studio's name" }),
  devices: listOf(DeviceRecord),
});

const DeviceBody = t.type({ device: DeviceRecord });

const StateBody = t.type({
  connected: t.boolean,
  state: StateRecord,
  reported: StateRecord,
});

const parameters = {
  id: described(someText, { description: "The device's id in the studio file", examples: ['sig-1'] }),
};

const found = ({ studio }: SteeredStudio, id: string): E.Either<Failure, DeviceRecord> => {
  const device = studio.devices().find((one) => one.id === id);
  return device === undefined
    ? E.left(failure('not_found', `there is no device "${id}"`))
    : E.right(deviceRecord(device));
};

const readOperations = (steered: SteeredStudio): readonly SteeringOperation[] => [
  operation({
    ...addressed('device.list'),
    summary: 'List the devices with their states and faults',
    result: DevicesBody,
    run: () => E.right({ studio: steered.studio.layout.name, devices: steered.studio.devices().map(deviceRecord) }),
  }),
  operation({
    ...addressed('device.get'),
    summary: 'Get a device',
    parameters,
    result: DeviceBody,
    run: ({ path: { id } }) => {
      const device = found(steered, id);
      return E.isLeft(device) ? device : E.right({ device: device.right });
    },
  }),
  operation({
    ...addressed('device.state.get'),
    summary: 'Get the state of a device, and the state that it last reported',
    parameters,
    result: StateBody,
    run: ({ path: { id } }) => {
      const device = found(steered, id);
      if (E.isLeft(device)) return device;
      const { connected, state, reported } = device.right;
      return E.right({ connected, state, reported });
    },
  }),
];

/** Returns the operations on devices. */
export const deviceOperations = (steered: SteeredStudio): readonly SteeringOperation[] => [
  ...readOperations(steered),
  operation({
    ...addressed('device.state.change'),
    summary: 'Change the state of a device as people at the studio do; the device reports the change',
    parameters,
    body: t.UnknownRecord,
    documentedBody: StateChange,
    result: DeviceBody,
    run: ({ path: { id }, body }) => recordOf(changeState(steered.studio, id, body)),
  }),
  operation({
    ...addressed('device.fault.set'),
    summary: 'Set the fault of a device, for a number of commands or until it is removed',
    parameters,
    body: InjectedFault,
    documentedBody: Fault,
    result: DeviceBody,
    run: ({ path: { id }, body }) => recordOf(steered.studio.setFault(id, body)),
  }),
  operation({
    ...addressed('device.fault.remove'),
    summary: 'Remove the fault of a device',
    parameters,
    result: DeviceBody,
    run: ({ path: { id } }) => recordOf(steered.studio.setFault(id, null)),
  }),
];
