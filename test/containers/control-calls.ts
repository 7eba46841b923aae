// A call of every control operation for every device of the equipped studio that the operation applies to.
import type { EquippedStudio } from '../support/equipped-studio.js';

/** A call of an operation, and the device whose equipment acts on it; undefined if none does. */
export interface ControlCall {
  readonly operation: string;
  /** Path parameters. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly device?: string;
}

/** Calls that follow one another. */
type CallSequence = readonly ControlCall[];

const signalCalls = ({ id, identifier }: EquippedStudio['signals'][number]): CallSequence =>
  ['on', 'off', 'toggle', 'pulse'].map((verb) => ({
    operation: `signal.${verb}`,
    path: { id: identifier },
    device: id,
  }));

const cameraCalls = ({ id }: EquippedStudio['cameras'][number]): CallSequence =>
  ['wide', 'close'].map((angle) => ({ operation: 'camera.recall', path: { id, angle }, device: id }));

type Output = EquippedStudio['outputs'][number];

/** What players of every protocol do. */
const playerCalls = ({ id, slot, scenes: [scene = ''] }: Output): CallSequence => [
  { operation: 'clip.play', path: { slot, number: 'headlines' }, query: `scene=${scene}`, device: id },
  { operation: 'output.stop', path: { slot }, query: `scene=${scene}`, device: id },
];

/** What CasparCG players do besides. */
const casparcgCalls = ({ id, slot, scenes: [scene = ''] }: Output): CallSequence => {
  const query = `scene=${scene}`;
  const call = (operation: string, more = '') => ({ operation, path: { slot }, query: query + more, device: id });
  const clip = (operation: string) => ({ ...call(operation), path: { slot, number: 'headlines' } });
  return [
    clip('clip.play'),
    call('output.pause'),
    call('output.seek', '&ms=20000'),
    call('output.resume'),
    clip('clip.cue'),
    call('output.take'),
    { ...call('playlist.play'), path: { slot, key: 'news' } },
    call('playlist.next'),
    call('playlist.previous'),
    { operation: 'playlist.stop', path: { slot }, query },
    { operation: 'output.lead', path: { slot, player: 'backup' } },
    { operation: 'output.lead', path: { slot, player: 'main' } },
    clip('clip.play'),
    { operation: 'output.follow', path: { slot } },
    call('output.stop'),
  ];
};

/** The variable is a field of the graphic, whose template gets each new value. At the end it has its first value again. */
const graphicCalls = ({ id, slot }: Output): CallSequence => [
  { operation: 'graphic.show', path: { slot }, query: 'scene=full', device: id },
  ...['Good+evening', 'Good+morning'].map((headline) => ({
    operation: 'variable.set',
    path: { name: 'Headline' },
    query: `value=${headline}`,
    device: id,
  })),
  { operation: 'graphic.hide', path: { slot }, query: 'scene=full', device: id },
];

/** The macro switches the first signal, and the automation recalls the first camera. */
const sequenceCalls = ({ signals, cameras }: EquippedStudio): CallSequence => {
  const [macro, automation] = [{ id: 'mac-1' }, { id: 'auto-1' }];
  const [lamp, camera] = [signals[0]?.id ?? '', cameras[0]?.id ?? ''];
  return [
    { operation: 'macro.run', path: macro, device: lamp },
    { operation: 'macro.stop', path: macro },
    { operation: 'automation.start', path: automation, device: camera },
    { operation: 'automation.pause', path: automation },
    { operation: 'automation.resume', path: automation },
    { operation: 'automation.stop', path: automation },
  ];
};

const studioCalls: CallSequence = [
  { operation: 'studio.onair' },
  { operation: 'studio.offair' },
  { operation: 'station.release' },
  { operation: 'station.take', path: { id: 'alpha' } },
  { operation: 'bank.activate', path: { key: 'music' } },
  { operation: 'bank.activate', path: { key: 'news' } },
];

/** Returns sequences for single devices, which may run at the same time. */
export const deviceCalls = ({ signals, cameras, outputs }: EquippedStudio): readonly CallSequence[] => [
  ...signals.map(signalCalls),
  ...cameras.map(cameraCalls),
  ...outputs.map((output) => {
    const { layers, graphicLayers } = output.player;
    return [
      ...playerCalls(output),
      ...(layers === undefined ? [] : casparcgCalls(output)),
      ...(graphicLayers === undefined || Object.keys(graphicLayers).length === 0 ? [] : graphicCalls(output)),
    ];
  }),
];

/** Returns the sequence for the whole studio, which runs alone. */
export const wholeStudioCalls = (studio: EquippedStudio): CallSequence => [...sequenceCalls(studio), ...studioCalls];
