// A command to a device of the studio: the value that is decided once, and that drivers carry out.
import type { GraphicFields } from './graphic.js';

/** A clip, named by the keys of its bank and its own. */
export interface NamedClip {
  readonly bank: string;
  readonly clip: { readonly key: string };
}

/** A command for the clip of one scene. `Clip` is what its receiver knows of a clip: its keys, or for a driver its definition. */
export type ClipCommand<Clip extends NamedClip = NamedClip> = { readonly output: string; readonly scene: string } & (
  | {
      /**
       * `play` is confirmed when the clip runs: what was cued in the scene no longer is. `cue` prepares a clip, in place of the
       * one that was cued, and is confirmed when it is cued: what plays goes on.
       */
      readonly do: 'play' | 'cue';
      readonly clip: Clip;
    }
  | {
      /** Puts the cued clip on air. Confirmed when it runs; one that repeats a take is confirmed with it. */
      readonly do: 'take';
    }
  | { readonly do: 'pause' | 'resume' }
  | {
      readonly do: 'seek';
      /** A position before the end of the clip, in milliseconds. A paused clip stays paused. */
      readonly ms: number;
    }
);

/** Stops the clips of scenes. Confirmed when none of the scenes plays. What is cued stays cued. */
export interface StopCommand {
  readonly do: 'stop';
  readonly output: string;
  readonly scenes: readonly string[];
}

/** A command for the graphic of one scene. */
export type GraphicCommand = { readonly output: string; readonly scene: string } & (
  | {
      /**
       * `show` is confirmed when the graphic is on air and the texts are accepted; one that is on air gets the texts. `update`
       * gives other texts to one on air, and is confirmed when they are accepted, because no player reports texts.
       */
      readonly do: 'show' | 'update';
      readonly texts: GraphicFields;
    }
  | {
      /** Takes the graphic off air. Confirmed when it is gone. */
      readonly do: 'hide';
    }
);

/** Whether a command is for the graphic of a scene. */
export const isGraphicCommand = (command: Command): command is GraphicCommand =>
  command.do === 'show' || command.do === 'update' || command.do === 'hide';

/** A command to the player of an output. */
export type OutputCommand<Clip extends NamedClip = NamedClip> = ClipCommand<Clip> | StopCommand | GraphicCommand;

/** Switches the line of a signal. Confirmed when the line has the value. */
export interface SignalCommand {
  readonly do: 'switch';
  readonly signal: string;
  readonly on: boolean;
}

/** Moves a camera to one of its angles. Confirmed when the camera is there. */
export interface CameraCommand {
  readonly do: 'recall';
  readonly camera: string;
  readonly angle: string;
}

/** A command to a device. Its `do` says to which kind. */
export type Command<Clip extends NamedClip = NamedClip> = OutputCommand<Clip> | SignalCommand | CameraCommand;

/** What a command changes: a part of a scene, a signal or a camera. A later command for the same place replaces an earlier one. */
export type Place = string;

const scenePart = (output: string, scene: string, part: string): Place => JSON.stringify([output, scene, part]);

/** Returns the places that a command changes; none for new texts, which replace nothing. */
export const placesOf = (command: Command): readonly Place[] => {
  switch (command.do) {
    case 'play':
    case 'take':
      return [scenePart(command.output, command.scene, 'clip')];
    case 'stop':
      return command.scenes.map((scene) => scenePart(command.output, scene, 'clip'));
    case 'cue':
    case 'seek':
      return [scenePart(command.output, command.scene, command.do)];
    case 'pause':
    case 'resume':
      return [scenePart(command.output, command.scene, 'pause')];
    case 'show':
    case 'hide':
      return [scenePart(command.output, command.scene, 'graphic')];
    case 'update':
      return [];
    case 'switch':
      return [JSON.stringify(['signal', command.signal])];
    case 'recall':
      return [JSON.stringify(['camera', command.camera])];
  }
};

/** Returns a text that is the same for commands which ask the same of a place: a double press is one wish (ACK-15). */
export const wishOf = (command: Command): string => {
  switch (command.do) {
    case 'play':
      return JSON.stringify(['play', command.clip.bank, command.clip.clip.key]);
    case 'cue':
      return JSON.stringify(['cue', command.clip.bank, command.clip.clip.key]);
    case 'seek':
      return JSON.stringify(['seek', command.ms]);
    case 'switch':
      return JSON.stringify(['switch', command.on]);
    case 'recall':
      return JSON.stringify(['recall', command.angle]);
    case 'take':
    case 'pause':
    case 'resume':
    case 'stop':
    case 'show':
    case 'update':
    case 'hide':
      return command.do;
  }
};
