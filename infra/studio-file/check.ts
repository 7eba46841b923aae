// The command that checks a studio file without starting a service.
import * as E from 'fp-ts/lib/Either.js';
import { guessableIdWarnings } from '../service/legacy-warnings.js';
import { earlierForms, issueLines, readStudioSource, readStudioText } from './studio-file.js';
import { featureNames } from '../../domain/feature.js';
import type { StudioLayout } from '../../domain/studio/layout.js';
import { featuresOfMacro } from '../../domain/studio/macro-features.js';

/** The output of a command, and its exit code. */
export interface CommandOutput {
  readonly lines: readonly string[];
  /** Printed after these, one at a time. */
  readonly further?: AsyncIterable<string>;
  /** Printed on standard error besides. */
  readonly notes?: readonly string[];
  /** Returns what is printed on standard error after all lines. */
  readonly closing?: () => readonly string[];
  readonly exitCode: 0 | 1;
}

/** Returns a count with its noun: `1 clip`, `2 clips`. */
export const counted = (count: number, what: string): string => `${String(count)} ${what}${count === 1 ? '' : 's'}`;

const summary = (file: string, { outputs, banks, signals, cameras, macros, automations }: StudioLayout): string => {
  const clips = banks.reduce((all, bank) => all + bank.clips.length, 0);
  const played = outputs.filter(({ player }) => player !== undefined).length;
  const switched = signals.filter(({ line }) => line !== undefined).length;
  const recalled = cameras.filter(({ head }) => head !== undefined).length;
  const counts = [
    `${counted(outputs.length, 'output')} (${String(played)} with a player)`,
    counted(clips, 'clip'),
    `${counted(signals.length, 'signal')} (${String(switched)} with a line)`,
    `${counted(cameras.length, 'camera')} (${String(recalled)} with a head)`,
    counted(macros.length, 'macro'),
    counted(automations.length, 'automation'),
  ];
  return `${file}: valid; ${counts.join(', ')}`;
};

/** Returns a line for each macro with the features that it controls. */
const macroFeatures = ({ macros }: StudioLayout): readonly string[] =>
  macros.map((macro) => {
    const names = featuresOfMacro(macros, macro).map((feature) => featureNames[feature]);
    return `macro "${macro.id}" controls: ${names.length === 0 ? 'nothing' : names.join(', ')}`;
  });

/**
 * Checks a studio file. Lists all issues, or a summary of its content, the features that its macros control, warnings, and how
 * earlier forms are written now.
 */
export const checkStudioFile = async (file: string): Promise<CommandOutput> => {
  const source = await readStudioSource(file);
  if (E.isLeft(source)) return { lines: issueLines(file, [source.left]), exitCode: 1 };
  const read = readStudioText(source.right);
  if (E.isLeft(read)) return { lines: issueLines(file, read.left), exitCode: 1 };
  const warnings = guessableIdWarnings(read.right).map((warning) => `${file}: warning: ${warning}`);
  const touched = macroFeatures(read.right).map((line) => `${file}: ${line}`);
  const hints = issueLines(file, earlierForms(source.right));
  return { lines: [summary(file, read.right), ...touched, ...warnings, ...hints], exitCode: 0 };
};
