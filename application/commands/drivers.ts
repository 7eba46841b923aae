// The drivers of a studio's devices, and a wrapper that limits a driver's bug to one command.
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

const unexpected: SendResult = E.left(
  failure('device_error', 'an unexpected error occurred; the command may have reached the device'),
);

type Send<Arguments extends readonly unknown[]> = (...args: Arguments) => SendResult;

/** Returns the same function, which doesn't throw. */
type Safely = <Arguments extends readonly unknown[]>(send: Send<Arguments>) => Send<Arguments>;

const safePlayers = (players: Players, safely: Safely, watchSafely: (watch: Watch) => Watch): Players => ({
  play: safely((output, scene, selection) => players.play(output, scene, selection)),
  stop: safely((output, scenes) => players.stop(output, scenes)),
  cue: safely((output, scene, selection) => players.cue(output, scene, selection)),
  take: safely((output, scene) => players.take(output, scene)),
  pause: safely((output, scene) => players.pause(output, scene)),
  resume: safely((output, scene) => players.resume(output, scene)),
  seek: safely((output, scene, positionMs) => players.seek(output, scene, positionMs)),
  showGraphic: safely((output, scene, texts) => players.showGraphic(output, scene, texts)),
  updateGraphic: safely((output, scene, texts) => players.updateGraphic(output, scene, texts)),
  hideGraphic: safely((output, scene) => players.hideGraphic(output, scene)),
  state: (output) => players.state(output),
  hasDriver: (output) => players.hasDriver(output),
  stateSource: (output) => players.stateSource(output),
  watch: watchSafely((watcher) => players.watch(watcher)),
});

/** Returns the same drivers. One that throws while it sends returns `device_error`; an exception in a watcher is logged. */
export const safeDrivers = ({ players, signalLines, cameras }: Drivers, log: Log): Drivers => {
  const safely: Safely =
    (send) =>
    (...args) => {
      try {
        return send(...args);
      } catch (error) {
        log.error('a driver threw while it sent a command', { error });
        return unexpected;
      }
    };
  /** A watcher reads the device's state through the driver, which may throw. */
  const watchSafely =
    (watch: Watch): Watch =>
    (watcher) =>
      watch((id) => {
        try {
          watcher(id);
        } catch (error) {
          log.error('a driver threw while it reported a change', { error });
        }
      });
  return {
    players: safePlayers(players, safely, watchSafely),
    signalLines: {
      switch: safely((signal, on) => signalLines.switch(signal, on)),
      value: (signal) => signalLines.value(signal),
      connected: (signal) => signalLines.connected(signal),
      hasDriver: (signal) => signalLines.hasDriver(signal),
      watch: watchSafely((watcher) => signalLines.watch(watcher)),
    },
    cameras: {
      recall: safely((camera, angle) => cameras.recall(camera, angle)),
      angle: (camera) => cameras.angle(camera),
      connected: (camera) => cameras.connected(camera),
      hasDriver: (camera) => cameras.hasDriver(camera),
      watch: watchSafely((watcher) => cameras.watch(watcher)),
    },
  };
};
