// The operation and the named parameters of each command to a device.
import type { AsRunSent } from '../../domain/as-run.js';
import type { Command, NamedClip } from '../../domain/studio/command.js';

/** What the as-run log shows of a command. */
export type DeviceOperation = Pick<AsRunSent, 'operation' | 'parameters'>;

const clipOf = (clip: NamedClip | null | undefined): DeviceOperation['parameters'] =>
  clip === null || clip === undefined ? {} : { bank: clip.bank, clip: clip.clip.key };

const graphicVerbs = { show: 'graphic.show', hide: 'graphic.hide', update: 'graphic.update' } as const;

/** Returns what the as-run log shows of a command; undefined if it reaches no device by itself. */
export const deviceOperation = (command: Command): DeviceOperation | undefined => {
  switch (command.do) {
    case 'play':
    case 'cue': {
      const { output, scene, clip } = command;
      return { operation: `clip.${command.do}`, parameters: { output, scene, ...clipOf(clip) } };
    }
    case 'take': {
      const { output, scene, expected } = command;
      return { operation: 'output.take', parameters: { output, scene, ...clipOf(expected) } };
    }
    case 'pause':
    case 'resume':
      return { operation: `output.${command.do}`, parameters: { output: command.output, scene: command.scene } };
    case 'seek': {
      const { output, scene, ms } = command;
      return { operation: 'output.seek', parameters: { output, scene, ms } };
    }
    case 'stop':
      return { operation: 'output.stop', parameters: { output: command.output, scenes: command.scenes } };
    case 'follow':
      return { operation: 'output.follow', parameters: { output: command.output, player: command.player } };
    case 'show':
    case 'hide':
    case 'update':
      return { operation: graphicVerbs[command.do], parameters: { output: command.output, scene: command.scene } };
    case 'switch':
      return { operation: command.on ? 'signal.on' : 'signal.off', parameters: { signal: command.signal } };
    case 'toggle': {
      const { signal, expected } = command;
      return { operation: 'signal.toggle', parameters: { signal, ...(expected !== null && { on: expected }) } };
    }
    case 'pulse':
      return { operation: 'signal.pulse', parameters: { signal: command.signal, ms: command.ms } };
    case 'recall':
      return { operation: 'camera.recall', parameters: { camera: command.camera, angle: command.angle } };
    case 'run':
    case 'end':
    case 'transition':
      return undefined;
  }
};
