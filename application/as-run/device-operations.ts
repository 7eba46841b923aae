// The operation and the named parameters of each command to a device.
import type { AsRunSent } from '../../domain/as-run.js';
import type { DeviceCommand } from '../../domain/journal-entry.js';
import type { DeviceCommandName } from '../commands/intercepted-devices.js';

/** What the as-run log shows of a command. */
export type DeviceOperation = Pick<AsRunSent, 'operation' | 'parameters'>;

interface OperationForm {
  readonly operation: string | ((target: DeviceCommand['target']) => string);
  /** The names of the target's values, in their order. */
  readonly fields: readonly string[];
  /** The name of the list of all values after those. */
  readonly others?: string;
  /** The names of the values of `expected`, in their order. */
  readonly expected?: readonly string[];
}

const scene = ['output', 'scene'];
const clip = ['bank', 'clip'];

/** The commands that are recorded where they are sent. */
type RecordedCommand = DeviceCommandName | 'graphics.show' | 'graphics.hide';

/** Null for what is recorded under another name: graphics show and hide themselves through their player. */
const forms: Readonly<Record<RecordedCommand, OperationForm | null>> = {
  'players.play': { operation: 'clip.play', fields: [...scene, ...clip] },
  'players.stop': { operation: 'output.stop', fields: ['output'], others: 'scenes' },
  'players.cue': { operation: 'clip.cue', fields: [...scene, ...clip] },
  'players.take': { operation: 'output.take', fields: scene, expected: clip },
  'players.pause': { operation: 'output.pause', fields: scene },
  'players.resume': { operation: 'output.resume', fields: scene },
  'players.seek': { operation: 'output.seek', fields: [...scene, 'ms'] },
  'players.updateGraphic': { operation: 'graphic.update', fields: scene },
  'players.showGraphic': null,
  'players.hideGraphic': null,
  'graphics.show': { operation: 'graphic.show', fields: scene },
  'graphics.hide': { operation: 'graphic.hide', fields: scene },
  'signalLines.switch': { operation: ([, on]) => (on === true ? 'signal.on' : 'signal.off'), fields: ['signal'] },
  'signalLines.toggle': { operation: 'signal.toggle', fields: ['signal'], expected: ['on'] },
  'signalLines.pulse': { operation: 'signal.pulse', fields: ['signal', 'ms'] },
  'cameras.recall': { operation: 'camera.recall', fields: ['camera', 'angle'] },
};

const formsByName: ReadonlyMap<string, OperationForm | null> = new Map(Object.entries(forms));

const named = (names: readonly string[], values: DeviceCommand['target']): DeviceOperation['parameters'] =>
  Object.fromEntries(names.map((name, at) => [name, values[at] ?? null]));

/** Returns what the as-run log shows of a command; undefined if it reaches no device by itself. */
export const deviceOperation = ({ name, target, expected }: DeviceCommand): DeviceOperation | undefined => {
  const form = formsByName.get(name) ?? undefined;
  if (form === undefined) return undefined;
  const { operation, fields, others, expected: expectedFields = [] } = form;
  return {
    operation: typeof operation === 'string' ? operation : operation(target),
    parameters: {
      ...named(fields, target),
      ...(others !== undefined && { [others]: target.slice(fields.length).map(String) }),
      ...(expected !== null && named(expectedFields, expected)),
    },
  };
};
