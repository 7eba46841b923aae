// The devices of a studio, and what a command passes on its way to a driver.
import * as E from 'fp-ts/lib/Either.js';
import { failure, type Failure } from '../../domain/failure.js';
import { recordChanges } from '../../domain/studio/layout-difference.js';
import type { Cameras } from '../ports/cameras.js';
import type { Send } from '../ports/commands.js';
import { byItself, type DecidedAction, type RecordCommand } from '../ports/decided-commands.js';
import type { SignalLines } from '../ports/signal-lines.js';
import type { LayoutInForce } from '../state/current-layout.js';
import { safeDrivers, type Drivers } from './drivers.js';
import { graphics, type Graphics } from './graphics.js';
import { withBackups, type PairedPlayers } from './player-pairs.js';
import { withHeldClips } from './held-clips.js';
import { withPulses, type PulsedSignalLines } from './pulses.js';
import { withRepeats } from './repeated-commands.js';
import type { GraphicDeps } from './scene-graphic.js';

/** The ports of a studio's devices, to which callers and steps send commands. */
export interface DevicePorts {
  readonly players: PairedPlayers;
  readonly signalLines: PulsedSignalLines;
  readonly cameras: Cameras;
}

export interface DevicesDeps extends Omit<GraphicDeps, 'players'> {
  /** What is read of a device whose driver throws. */
  readonly unknown: Drivers;
  readonly record: RecordCommand;
}

/** The devices of a studio. */
export interface StudioDevices extends DevicePorts {
  readonly graphics: Graphics;
  /** The lines of signals that follow a tally, which only the service itself switches. */
  readonly tallyLines: SignalLines;
}

const conflict = (signal: string): Failure =>
  failure('conflict', `the signal "${signal}" follows a tally and can’t be switched by callers`);

/** Returns the lines without commands to signals that follow a tally: these are `conflict` (TALLY-7). */
export const guardedLines = (lines: PulsedSignalLines, studio: Pick<LayoutInForce, 'records'>): PulsedSignalLines => {
  const follows = (signal: string): boolean => {
    const found = studio.records.signals.find(signal);
    return E.isRight(found) && found.right.follows !== undefined;
  };
  return {
    ...lines,
    send: (command) => (follows(command.signal) ? E.left(conflict(command.signal)) : lines.send(command)),
    refusal: (command) => (follows(command.signal) ? conflict(command.signal) : lines.refusal(command)),
  };
};

/** Returns lines whose switches are recorded as those of a tally. */
const tallyLines = (lines: SignalLines, record: RecordCommand): SignalLines => ({
  ...lines,
  send: (command) => record(byItself(`tally:${command.signal}`), command, () => lines.send(command)),
});

/**
 * Returns the devices of a studio. A command that is sent to them passes, in this order:
 *
 * - to a signal: `guardedLines`, `withPulses`, `withRepeats`, `safeDrivers`, its driver;
 * - to a player: `withBackups`, which sends it to both players of an output, `withRepeats`, `withHeldClips`, `safeDrivers`, its driver;
 *   for a graphic, `graphics` first;
 * - to a camera: `safeDrivers`, its driver.
 *
 * Commands of callers and steps are recorded before that (`recorded`). What the service sends by itself is recorded where it is
 * sent: the ends of pulses, the updates of graphics, and the switches of signals that follow a tally.
 */
export const studioDevices = (drivers: Drivers, deps: DevicesDeps): StudioDevices => {
  const { unknown, studio, clock, log, record } = deps;
  const safe = safeDrivers(drivers, unknown, log);
  const lines = withPulses(withRepeats(safe.signalLines), clock, record);
  const players = withBackups(withRepeats(withHeldClips(safe.players, clock)), { studio, clock });
  studio.watchLayout(({ before, now }) => {
    recordChanges(before.signals, now.signals).removed.forEach(lines.forget);
  });
  return {
    signalLines: guardedLines(lines, studio),
    tallyLines: tallyLines(lines, record),
    players,
    graphics: graphics({ ...deps, players }),
    cameras: safe.cameras,
  };
};

/** Returns what sends a command to the device that it names. */
export const actionSender =
  ({ players, signalLines, cameras }: DevicePorts): Send<DecidedAction> =>
  (command) => {
    if ('output' in command) return players.send(command);
    return 'signal' in command ? signalLines.send(command) : cameras.send(command);
  };
