// Clips that both players of an output take by themselves: each is cued on a player that shows the clip before it.
import { expect, it } from 'vitest';
import { withBackups } from '../../../application/commands/player-pairs.js';
import type { PlayerCommand } from '../../../application/ports/players.js';
import { currentLayout } from '../../../application/state/current-layout.js';
import { studioState } from '../../../application/state/studio-state.js';
import { initialRuntimeState, rememberPlaylist } from '../../../domain/studio/runtime-state.js';
import { pairedStudio } from '../../../features/support/paired-studio.js';
import { manualClock } from '../../../simulator/clock.js';
import { simulatedStudio } from '../../../simulator/studio.js';
import { clipSelection } from '../../simulator/bench.js';
import { commandTo } from '../../support/commands.js';
import { promptMs, savedAtOnce } from '../demo-bench.js';

const [headlines, weather, closer] = ['headlines', 'weather', 'closer'].map((key) => clipSelection('news', key));
const cueToFollow = (clip = closer): PlayerCommand => {
  if (clip === undefined) throw new Error('there is no such clip');
  return { do: 'cue', output: 'out-1', scene: 'full', clip, then: 'take' };
};

/** Both players take clips by themselves. `shown`: what each has been playing for a while. */
const bench = async (shown: { readonly main: typeof weather; readonly backup: typeof weather }) => {
  const clock = manualClock();
  const simulated = simulatedStudio(pairedStudio, clock);
  const studio = studioState(currentLayout(pairedStudio), initialRuntimeState(pairedStudio), savedAtOnce);
  const sent: string[] = [];
  const bare = {
    ...simulated.players,
    takesAtEnd: () => true,
    send: (command: PlayerCommand) => {
      const clip =
        'clip' in command ? ` ${command.clip.clip.key}${command.then === undefined ? '' : ' to follow'}` : '';
      sent.push(`${command.output}: ${command.do}${clip}`);
      return simulated.players.send(command);
    },
  };
  const players = withBackups(bare, { studio, clock });
  const play = async (player: string, clip: typeof weather) => {
    if (clip !== undefined) bare.send(commandTo.play(player, 'full', clip));
    await clock.advance(promptMs * 2);
  };
  await play('out-1', shown.main);
  await play('out-1-backup', shown.backup);
  sent.length = 0;
  return { clock, studio, players, sent, play };
};

it('@PAIR-9: waits for the player that is a little later, and is cued at once on the one that leads', async () => {
  const { players, sent, play, clock } = await bench({ main: weather, backup: headlines });
  players.send(cueToFollow());
  await clock.advance(300);
  expect(sent).toEqual(['out-1: cue closer to follow']);
  await play('out-1-backup', weather);
  await clock.advance(10_000);
  expect(sent.slice(1)).toEqual(['out-1-backup: play weather', 'out-1-backup: cue closer to follow']);
});

it('@PAIR-9: is not cued on a player that shows another clip after two seconds', async () => {
  const { players, sent, play, clock } = await bench({ main: weather, backup: undefined });
  players.send(cueToFollow());
  await clock.advance(2_000);
  await play('out-1-backup', weather);
  expect(sent).toEqual(['out-1: cue closer to follow', 'out-1-backup: play weather']);
});

it('@PAIR-9: is forgotten after another command for the scene', async () => {
  const { players, sent, clock } = await bench({ main: weather, backup: headlines });
  players.send(cueToFollow());
  if (weather !== undefined) players.send(commandTo.play('out-1', 'full', weather));
  await clock.advance(1_000);
  expect(sent.slice(1)).toEqual(['out-1: play weather', 'out-1-backup: play weather']);
});

it('@PAIR-7: a player that follows during a playlist takes the next clip by itself as well', async () => {
  const { players, studio, sent, clock } = await bench({ main: weather, backup: undefined });
  const playlist = { output: 'out-1', scene: 'full', bank: 'news', from: 'weather', until: 'closer', loop: false };
  studio.change(rememberPlaylist({ ...playlist, clip: 'weather', next: 'closer' }));
  players.send(cueToFollow());
  await clock.advance(3_000);
  players.send({ do: 'follow', output: 'out-1', player: 'backup' });
  await clock.advance(1_000);
  expect(sent.at(-1)).toBe('out-1-backup: cue closer to follow');
});
