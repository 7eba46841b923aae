// The commands that tests send to devices, by what they do.
import type { CameraCommand, SignalAction, SignalCommand } from '../../domain/studio/command.js';
import type { GraphicFields } from '../../domain/studio/graphic.js';
import type { ClipSelection, PlayerCommand } from '../../application/ports/players.js';

const ofScene =
  (what: 'take' | 'pause' | 'resume' | 'hide') =>
  (output: string, scene: string): PlayerCommand => ({ do: what, output, scene });

const withClip =
  (what: 'play' | 'cue') =>
  (output: string, scene: string, clip: ClipSelection): PlayerCommand => ({ do: what, output, scene, clip });

const withTexts =
  (what: 'show' | 'update') =>
  (output: string, scene: string, texts: GraphicFields): PlayerCommand => ({ do: what, output, scene, texts });

export const commandTo = {
  play: withClip('play'),
  cue: withClip('cue'),
  take: ofScene('take'),
  pause: ofScene('pause'),
  resume: ofScene('resume'),
  seek: (output: string, scene: string, ms: number): PlayerCommand => ({ do: 'seek', output, scene, ms }),
  stop: (output: string, scenes: readonly string[]): PlayerCommand => ({ do: 'stop', output, scenes }),
  show: withTexts('show'),
  update: withTexts('update'),
  hide: ofScene('hide'),
  switch: (signal: string, on: boolean): SignalCommand => ({ do: 'switch', signal, on }),
  toggle: (signal: string): SignalAction => ({ do: 'toggle', signal }),
  pulse: (signal: string, ms: number): SignalAction => ({ do: 'pulse', signal, ms }),
  recall: (camera: string, angle: string): CameraCommand => ({ do: 'recall', camera, angle }),
} as const;
