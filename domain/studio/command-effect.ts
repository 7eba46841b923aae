// What devices and sequences show of commands.
import type { AutomationState, AutomationTransition } from './automation.js';
import type { Command, NamedClip } from './command.js';

/** What a scene shows. */
export interface ShownScene {
  readonly run: (NamedClip & { readonly paused: boolean }) | null;
  readonly cued: NamedClip | null;
  readonly graphicShown: boolean;
}

/** What devices and sequences show now, by their ids. */
export interface ShownStudio {
  /** Undefined while the player isn't connected. */
  readonly scene: (output: string, scene: string) => ShownScene | undefined;
  /** Whether both players of an output show the same. */
  readonly playersAgree: (output: string) => boolean;
  /** Null while the value is unknown. */
  readonly signal: (signal: string) => boolean | null;
  /** The value that a signal will have when its newest command is done; null while it is unknown. */
  readonly nextValue: (signal: string) => boolean | null;
  /** Null while the angle is unknown, or the camera isn't connected. */
  readonly angle: (camera: string) => string | null;
  /** Undefined if there is no such macro. */
  readonly isMacroRunning: (macro: string) => boolean | undefined;
  /** Undefined if there is no such automation. */
  readonly automation: (automation: string) => AutomationState | undefined;
}

/** Returns the command with what its device will show, as far as neither its kind nor its fields say that. */
export const withExpected = <Sent extends Command>(
  one: Sent,
  shown: Pick<ShownStudio, 'scene' | 'nextValue'>,
): Sent => {
  if (one.do === 'take') return { ...one, expected: shown.scene(one.output, one.scene)?.cued ?? null };
  if (one.do !== 'toggle') return one;
  const value = shown.nextValue(one.signal);
  return { ...one, expected: value === null ? null : !value };
};

const isClip = (shown: NamedClip | null | undefined, clip: NamedClip | null | undefined): boolean =>
  shown !== null && shown !== undefined && shown.bank === clip?.bank && shown.clip.key === clip.clip.key;

/** The state of an automation after each transition. */
const stateAfter: Readonly<Record<AutomationTransition, AutomationState>> = {
  start: 'running',
  resume: 'running',
  pause: 'paused',
  stop: 'stopped',
};

/** Whether the effect of a command shows now. False of a command whose effect no device shows, as of a seek in a clip that runs. */
export const isShown = (one: Command, shown: ShownStudio): boolean => {
  switch (one.do) {
    case 'play':
      return isClip(shown.scene(one.output, one.scene)?.run, one.clip);
    case 'cue':
      return isClip(shown.scene(one.output, one.scene)?.cued, one.clip);
    case 'take':
      return isClip(shown.scene(one.output, one.scene)?.run, one.expected);
    case 'pause':
    case 'resume':
      return shown.scene(one.output, one.scene)?.run?.paused === (one.do === 'pause');
    case 'stop':
      return one.scenes.every((each) => shown.scene(one.output, each)?.run === null);
    case 'follow':
      return shown.playersAgree(one.output);
    case 'show':
    case 'hide':
      return shown.scene(one.output, one.scene)?.graphicShown === (one.do === 'show');
    case 'seek':
    case 'update':
      return false;
    case 'switch':
      return shown.signal(one.signal) === one.on;
    case 'toggle':
      return typeof one.expected === 'boolean' && shown.signal(one.signal) === one.expected;
    case 'pulse':
      return shown.signal(one.signal) === true;
    case 'recall':
      return shown.angle(one.camera) === one.angle;
    case 'run':
    case 'end':
      return shown.isMacroRunning(one.macro) === (one.do === 'run');
    case 'transition':
      return shown.automation(one.automation) === stateAfter[one.transition];
  }
};
