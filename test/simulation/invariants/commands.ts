// The commands that calls lead to.
import { isDeepStrictEqual } from 'node:util';
import type { LoggedCommand } from '../../../simulator/command-log.js';

/** The command that a target leads to, whose repetition changes nothing. */
export const repeatable: Readonly<Record<string, { readonly device: string; readonly command: object }>> = {
  'signal on': { device: 'sig-4', command: { type: 'switch', on: true } },
  'signal off': { device: 'sig-4', command: { type: 'switch', on: false } },
  'red light on': { device: 'sig-1', command: { type: 'switch', on: true } },
  'red light off': { device: 'sig-1', command: { type: 'switch', on: false } },
  'legacy signal on': { device: 'sig-1', command: { type: 'switch', on: true } },
  'recall close': { device: 'cam-1', command: { type: 'recall', angle: 'close' } },
  'recall wide': { device: 'cam-1', command: { type: 'recall', angle: 'wide' } },
  'stop main': { device: 'out-1', command: { type: 'stop', scenes: ['full'] } },
};

/** The clips that targets play on the output `out-1`. */
export const plays: Readonly<Record<string, string>> = { 'play opener': 'opener', 'play weather': 'weather' };

interface PlayedClip {
  readonly clip: { readonly key: string; readonly durationMs: number };
}

/** Returns the clip that a command plays; undefined if it plays none. */
export const clipOf = ({ command }: LoggedCommand): PlayedClip['clip'] | undefined =>
  'cue' in command ? (command.cue as PlayedClip).clip : undefined;

/** Whether a command may come from a call of a target. */
export const leadsTo = (target: string, logged: LoggedCommand): boolean => {
  const { device, command } = repeatable[target] ?? { device: 'out-1', command: {} };
  if (logged.device !== device) return false;
  return target in plays ? clipOf(logged)?.key === plays[target] : isDeepStrictEqual(logged.command, command);
};
