// Changes the state of a simulated device as people at the studio do.
import * as E from 'fp-ts/lib/Either.js';
import { failure, type Failure } from '../../domain/failure.js';
import type { DeviceSnapshot } from '../simulated-world.js';
import type { SimulatedStudio } from '../studio.js';
import { cameraAt, changedPlayer } from './device-states.js';
import { decodeBody } from './operation.js';
import { CameraChange, LineChange, PlayerChange } from './state-records.js';

/** A change that was checked: whether the device is plugged in, if that changes, and what changes its state. */
interface Checked {
  readonly connected: boolean | undefined;
  readonly apply: () => void;
}

const checkServer = (id: string, { connected, scenes }: PlayerChange): E.Either<Failure, Checked> =>
  scenes === undefined
    ? E.right({ connected, apply: () => undefined })
    : E.left(failure('conflict', `scenes: "${id}" is a simulated CasparCG server; only AMCP changes what it plays`));

const checkPlayer = (
  { simulated, layout, now }: SimulatedStudio,
  id: string,
  body: unknown,
): E.Either<Failure, Checked> => {
  const change = decodeBody(PlayerChange, body);
  if (E.isLeft(change)) return change;
  const device = simulated.players.get(id);
  if (device === undefined) return checkServer(id, change.right);
  const state = changedPlayer(layout, device.actual, change.right, now());
  if (E.isLeft(state)) return state;
  const { connected, scenes } = change.right;
  return E.right({
    connected,
    apply: () => {
      if (scenes !== undefined) device.change(state.right);
    },
  });
};

const checkLine = ({ simulated }: SimulatedStudio, id: string, body: unknown): E.Either<Failure, Checked> => {
  const change = decodeBody(LineChange, body);
  if (E.isLeft(change)) return change;
  const { connected, on } = change.right;
  return E.right({
    connected,
    apply: () => {
      if (on !== undefined) simulated.lines.get(id)?.change({ on });
    },
  });
};

const checkCamera = ({ simulated, layout }: SimulatedStudio, id: string, body: unknown): E.Either<Failure, Checked> => {
  const change = decodeBody(CameraChange, body);
  if (E.isLeft(change)) return change;
  const { connected, angle } = change.right;
  if (angle === undefined) return E.right({ connected, apply: () => undefined });
  const state = cameraAt(layout, id, angle);
  if (E.isLeft(state)) return state;
  return E.right({ connected, apply: () => simulated.cameras.get(id)?.change(state.right) });
};

const checks = { player: checkPlayer, signal_line: checkLine, camera: checkCamera } as const satisfies Record<
  DeviceSnapshot['kind'],
  unknown
>;

const snapshotOf = (studio: SimulatedStudio, id: string): DeviceSnapshot | undefined =>
  studio.devices().find((device) => device.id === id);

/**
 * Changes a device, whose kind decides what the body may contain. Unplugging sets the fault `offline`, and plugging in removes it.
 * Fails without an effect if a part is impossible.
 */
export const changeState = (studio: SimulatedStudio, id: string, body: unknown): E.Either<Failure, DeviceSnapshot> => {
  const before = snapshotOf(studio, id);
  if (before === undefined) return E.left(failure('not_found', `there is no device "${id}"`));
  const checked = checks[before.kind](studio, id, body);
  if (E.isLeft(checked)) return checked;
  const { connected = before.connected, apply } = checked.right;
  if (!connected && before.connected) studio.setFault(id, { type: 'offline' });
  apply();
  if (connected && !before.connected) studio.setFault(id, null);
  return E.right(snapshotOf(studio, id) ?? before);
};
