// The demo studio whose main output has a backup player, for scenarios with the tag `@backup-player`.
import { playerIdOf } from '../../domain/studio/output-player.js';
import type { OutputDefinition } from '../../domain/studio/output.js';
import type { StudioLayout } from '../../domain/studio/layout.js';
import { demoStudio } from '../../simulator/demo-studio.js';

type Attachment = NonNullable<OutputDefinition['player']>;

/** Returns outputs whose players are attached by `attach`, which gets the id of each. */
export const withPlayers = (
  outputs: readonly OutputDefinition[],
  attach: (output: OutputDefinition, player: string) => Attachment,
): readonly OutputDefinition[] =>
  outputs.map((output) => ({
    ...output,
    player: attach(output, output.id),
    ...(output.backup && { backup: attach(output, playerIdOf(output.id, 'backup')) }),
  }));

/** The output `main` has a backup. */
export const pairedStudio: StudioLayout = {
  ...demoStudio,
  outputs: demoStudio.outputs.map((output) =>
    output.id === 'out-1' ? { ...output, player: { connection: 'main' }, backup: { connection: 'backup' } } : output,
  ),
};
