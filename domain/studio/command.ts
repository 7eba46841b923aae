// Commands: what actions and steps decide, what the journal and the as-run log store, and what drivers carry out.
import * as t from 'io-ts';
import { oneOf } from '../codec/codec.js';
import { automationTransitions } from './automation.js';
import type { GraphicFields } from './graphic.js';
import { OutputPlayer } from './output-player.js';
import { PlaylistRange } from './playlist.js';

/** A clip, named by the keys of its bank and its own. */
export const NamedClip = t.exact(t.type({ bank: t.string, clip: t.exact(t.type({ key: t.string })) }));
export type NamedClip = Readonly<t.TypeOf<typeof NamedClip>>;

const command = <Fields extends t.Props>(fields: Fields) => t.readonly(t.exact(t.type(fields)));

/** A scene of an output, by their ids. */
const scene = { output: t.string, scene: t.string };

/**
 * `play` is confirmed when the clip runs: what was cued in the scene no longer is. `cue` prepares a clip, in place of the one that
 * was cued, and is confirmed when it is cued: what plays goes on. A play with `playlist` begins that one with its clip. A cue with
 * `then` is for players that can take the clip by themselves at the end of the one that is on.
 */
const StartCommand = t.readonly(
  t.exact(
    t.intersection([
      t.type({ do: oneOf('play', 'cue'), ...scene, clip: NamedClip }),
      t.partial({ playlist: PlaylistRange, then: t.literal('take') }),
    ]),
  ),
);

/**
 * Puts the cued clip on air. Confirmed when it runs; one that repeats a take is confirmed with it. `expected` is the clip that was
 * cued when the command was decided; null if none was.
 */
const TakeCommand = t.readonly(
  t.exact(
    t.intersection([
      t.type({ do: t.literal('take'), ...scene }),
      t.partial({ expected: t.union([NamedClip, t.null]) }),
    ]),
  ),
);

const PauseCommand = command({ do: oneOf('pause', 'resume'), ...scene });

/** `ms`: a position before the end of the clip, in milliseconds. A paused clip stays paused. */
const SeekCommand = command({ do: t.literal('seek'), ...scene, ms: t.number });

/** Stops the clips of scenes. Confirmed when none of the scenes plays. What is cued stays cued. */
const StopCommand = command({ do: t.literal('stop'), output: t.string, scenes: t.readonlyArray(t.string) });
export type StopCommand = t.TypeOf<typeof StopCommand>;

/** Brings one player of an output to what the other one shows. Confirmed when it shows that. */
const FollowCommand = command({ do: t.literal('follow'), output: t.string, player: OutputPlayer });
export type FollowCommand = t.TypeOf<typeof FollowCommand>;

/** Shows the graphic of a scene with the variables of a station; null for none. */
const ShowCommand = command({ do: t.literal('show'), ...scene, station: t.union([t.string, t.null]) });

/** Takes the graphic of a scene off air. */
const HideCommand = command({ do: t.literal('hide'), ...scene });

/** Gives a graphic on air the present values of its variables, which the service does by itself. */
const UpdateCommand = command({ do: t.literal('update'), ...scene });

/** Switches the line of a signal. Confirmed when the line has the value. */
const SignalCommand = command({ do: t.literal('switch'), signal: t.string, on: t.boolean });
export type SignalCommand = t.TypeOf<typeof SignalCommand>;

/** Switches a signal to its other value. `expected` is that value when the command was decided; null if it was unknown. */
const ToggleCommand = t.readonly(
  t.exact(
    t.intersection([
      t.type({ do: t.literal('toggle'), signal: t.string }),
      t.partial({ expected: t.union([t.boolean, t.null]) }),
    ]),
  ),
);

/** Switches a signal on, and off again after `ms` milliseconds. Confirmed when it is on. */
const PulseCommand = command({ do: t.literal('pulse'), signal: t.string, ms: t.number });

/** A command to a signal: one that its line takes, or one that leads to such. */
export type SignalAction = SignalCommand | t.TypeOf<typeof ToggleCommand> | t.TypeOf<typeof PulseCommand>;

/** Moves a camera to one of its angles. Confirmed when the camera is there. */
const CameraCommand = command({ do: t.literal('recall'), camera: t.string, angle: t.string });
export type CameraCommand = t.TypeOf<typeof CameraCommand>;

/** Runs a macro, or stops it before its next step. */
const MacroCommand = command({ do: oneOf('run', 'end'), macro: t.string });
export type MacroCommand = t.TypeOf<typeof MacroCommand>;

const AutomationCommand = command({
  do: t.literal('transition'),
  automation: t.string,
  transition: oneOf(...automationTransitions),
});
export type AutomationCommand = t.TypeOf<typeof AutomationCommand>;

/** A command as it is stored. Its `do` says what it is for. */
export const Command = t.union([
  StartCommand,
  TakeCommand,
  PauseCommand,
  SeekCommand,
  StopCommand,
  FollowCommand,
  ShowCommand,
  HideCommand,
  UpdateCommand,
  SignalCommand,
  ToggleCommand,
  PulseCommand,
  CameraCommand,
  MacroCommand,
  AutomationCommand,
]);
export type Command = t.TypeOf<typeof Command>;

/** A command for the clip of one scene. `Clip` is what its receiver knows of a clip: its keys, or for a driver its definition. */
export type ClipCommand<Clip extends NamedClip = NamedClip> =
  | (Omit<t.TypeOf<typeof StartCommand>, 'clip'> & { readonly clip: Clip })
  | t.TypeOf<typeof TakeCommand>
  | t.TypeOf<typeof PauseCommand>
  | t.TypeOf<typeof SeekCommand>;

/** A command to devices that actions and steps have in common. */
export type DeviceAction<Clip extends NamedClip = NamedClip> =
  | ClipCommand<Clip>
  | StopCommand
  | FollowCommand
  | SignalAction
  | CameraCommand;

/** A caller's command for the graphic of one scene. */
export type GraphicAction = t.TypeOf<typeof ShowCommand> | t.TypeOf<typeof HideCommand>;

/** A command to a player for the graphic of one scene. */
export type GraphicCommand = { readonly output: string; readonly scene: string } & (
  | {
      /** Confirmed when the graphic is on air and the texts are accepted. One that is on air gets the texts. */
      readonly do: 'show';
      readonly texts: GraphicFields;
    }
  | {
      /** Gives other texts to one on air. Confirmed when they are accepted, because no player reports texts. */
      readonly do: 'update';
      readonly texts: GraphicFields;
    }
  | {
      /** Takes the graphic off air. Confirmed when it is gone. */
      readonly do: 'hide';
    }
);

/** A command to the player of an output. */
export type OutputCommand<Clip extends NamedClip = NamedClip> = ClipCommand<Clip> | StopCommand | GraphicCommand;

/** A command to the driver of a device. */
export type DeviceCommand<Clip extends NamedClip = NamedClip> = OutputCommand<Clip> | SignalCommand | CameraCommand;

/** Whether a command to a player is for the graphic of a scene. */
export const isGraphicCommand = (one: OutputCommand): one is GraphicCommand =>
  one.do === 'show' || one.do === 'update' || one.do === 'hide';

/** Returns what a command is for, as messages name it: `the output "out-1"`. */
export const targetOf = (one: Command): string => {
  if ('output' in one) return `the output "${one.output}"`;
  if ('signal' in one) return `the signal "${one.signal}"`;
  if ('camera' in one) return `the camera "${one.camera}"`;
  return 'macro' in one ? `the macro "${one.macro}"` : `the automation "${one.automation}"`;
};

/** A part of a device that commands change. A later command for the same place replaces an earlier one. */
export type Place = string;

const partOfScene = (output: string, part: string, ...scenes: readonly string[]): readonly Place[] =>
  scenes.map((one) => JSON.stringify([part, output, one]));

/** Returns the places that a command to a driver changes; none for new texts, which replace nothing. */
export const placesOf = (sent: DeviceCommand): readonly Place[] => {
  switch (sent.do) {
    case 'play':
    case 'take':
      return partOfScene(sent.output, 'clip', sent.scene);
    case 'stop':
      return partOfScene(sent.output, 'clip', ...sent.scenes);
    case 'cue':
    case 'seek':
      return partOfScene(sent.output, sent.do, sent.scene);
    case 'pause':
    case 'resume':
      return partOfScene(sent.output, 'pause', sent.scene);
    case 'show':
    case 'hide':
      return partOfScene(sent.output, 'graphic', sent.scene);
    case 'update':
      return [];
    case 'switch':
      return [JSON.stringify(['signal', sent.signal])];
    case 'recall':
      return [JSON.stringify(['camera', sent.camera])];
  }
};

/** Returns a text that is the same for commands which ask the same of a place: a double press is one wish (ACK-15). */
export const wishOf = (sent: DeviceCommand): string => {
  switch (sent.do) {
    case 'play':
    case 'cue':
      return JSON.stringify([sent.do, sent.clip.bank, sent.clip.clip.key]);
    case 'seek':
      return JSON.stringify([sent.do, sent.ms]);
    case 'switch':
      return JSON.stringify([sent.do, sent.on]);
    case 'recall':
      return JSON.stringify([sent.do, sent.angle]);
    case 'take':
    case 'pause':
    case 'resume':
    case 'stop':
    case 'show':
    case 'update':
    case 'hide':
      return sent.do;
  }
};

/** Returns the command without what was expected when it was decided: two calls that lead to the same commands are the same call. */
const withoutExpected = (one: Command): Command => {
  if (one.do === 'take') return { do: one.do, output: one.output, scene: one.scene };
  return one.do === 'toggle' ? { do: one.do, signal: one.signal } : one;
};

const textOf = (one: Command): string => JSON.stringify(Command.encode(one));

/** Whether two lists of commands ask the same, whatever the devices showed when they were decided. */
export const areSameCommands = (some: readonly Command[], others: readonly Command[]): boolean => {
  const text = (commands: readonly Command[]): string => commands.map((one) => textOf(withoutExpected(one))).join();
  return text(some) === text(others);
};

/** Returns what a command changes for good: a scene's clip or graphic, a signal, a camera, a macro or an automation. */
const changedBy = (one: Command): readonly Place[] => {
  if ('scenes' in one) return partOfScene(one.output, 'clip', ...one.scenes);
  if (one.do === 'follow') return [JSON.stringify(['follow', one.output])];
  if ('output' in one) {
    const isGraphic = one.do === 'show' || one.do === 'hide' || one.do === 'update';
    return partOfScene(one.output, isGraphic ? 'graphic' : 'clip', one.scene);
  }
  if ('signal' in one) return [JSON.stringify(['signal', one.signal])];
  if ('camera' in one) return [JSON.stringify(['camera', one.camera])];
  return [JSON.stringify('macro' in one ? ['macro', one.macro] : ['automation', one.automation])];
};

const replaces = (later: Command, earlier: Command): boolean => {
  const places = new Set(changedBy(earlier));
  return textOf(later) !== textOf(earlier) && changedBy(later).some((place) => places.has(place));
};

/** Whether later commands change what earlier ones have changed, so that the devices don't show the effect of all for long. */
export const isOvertaken = (commands: readonly Command[], later: readonly Command[]): boolean =>
  commands.some((one) => later.some((other) => replaces(other, one)));
