// What drives a studio's devices. A driver is the edge to machines and to others' libraries: it may break in ways that
// nobody foresaw, and then costs one command, never the service.
import * as E from 'fp-ts/lib/Either.js';
import { failure } from '../../domain/failure.js';
import type { Cameras } from '../ports/cameras.js';
import type { Log } from '../ports/log.js';
import type { Players } from '../ports/players.js';
import type { SendResult } from '../ports/commands.js';
import type { SignalLines } from '../ports/signal-lines.js';
import type { Watch } from '../ports/watch.js';

/** The drivers of one studio. */
export interface Drivers {
  readonly players: Players;
  readonly signalLines: SignalLines;
  readonly cameras: Cameras;
}

const unforeseen: SendResult = E.left(
  failure('device_error', 'something unforeseen happened; the command may have reached the device'),
);

/** The same drivers, that tell `device_error` where they would throw while they send, and end no one who watches them. */
export const safeDrivers = ({ players, signalLines, cameras }: Drivers, log: Log): Drivers => {
  const safely =
    <Told extends readonly unknown[]>(send: (...told: Told) => SendResult) =>
    (...told: Told): SendResult => {
      try {
        return send(...told);
      } catch (error) {
        log.error('a driver broke while it sent a command', { error });
        return unforeseen;
      }
    };
  /** Whoever watches asks what has become of the device, and may find the driver broken. */
  const watching =
    (watch: Watch): Watch =>
    (watcher) =>
      watch((id) => {
        try {
          watcher(id);
        } catch (error) {
          log.error('a driver broke while it told of a change', { error });
        }
      });
  return {
    players: {
      play: safely((output, scene, cue) => players.play(output, scene, cue)),
      stop: safely((output, scenes) => players.stop(output, scenes)),
      state: (output) => players.state(output),
      watch: watching((watcher) => players.watch(watcher)),
    },
    signalLines: {
      switch: safely((signal, on) => signalLines.switch(signal, on)),
      value: (signal) => signalLines.value(signal),
      watch: watching((watcher) => signalLines.watch(watcher)),
    },
    cameras: {
      recall: safely((camera, angle) => cameras.recall(camera, angle)),
      angle: (camera) => cameras.angle(camera),
      watch: watching((watcher) => cameras.watch(watcher)),
    },
  };
};
