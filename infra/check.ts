// The command that tells whether a studio file is sound, before any service is started on it.
import * as E from 'fp-ts/lib/Either.js';
import { issueLines, readStudioFile } from './studio-file.js';
import type { StudioLayout } from '../domain/studio/layout.js';
import { isPlayed } from './players.js';

/** What a command says, and the exit code it ends with. */
export interface Checked {
  readonly lines: readonly string[];
  readonly exitCode: 0 | 1;
}

const counted = (count: number, what: string): string => `${String(count)} ${what}${count === 1 ? '' : 's'}`;

const summary = (file: string, { outputs, banks, signals, cameras, macros, automations }: StudioLayout): string => {
  const clips = banks.reduce((all, bank) => all + bank.clips.length, 0);
  const played = outputs.filter(isPlayed).length;
  const parts = [
    `${counted(outputs.length, 'output')} (${String(played)} with a player)`,
    ...[counted(clips, 'clip'), counted(signals.length, 'signal'), counted(cameras.length, 'camera')],
    ...[counted(macros.length, 'macro'), counted(automations.length, 'automation')],
  ];
  return `${file}: sound; ${parts.join(', ')}`;
};

/** Checks a studio file. */
export const checkStudioFile = async (file: string | undefined): Promise<Checked> => {
  if (file === undefined) return { lines: ['check: expected the studio file to check'], exitCode: 1 };
  return E.match(
    (faults: Parameters<typeof issueLines>[1]): Checked => ({ lines: issueLines(file, faults), exitCode: 1 }),
    (layout: StudioLayout): Checked => ({ lines: [summary(file, layout)], exitCode: 0 }),
  )(await readStudioFile(file));
};
