// The state of a scene of OBS: which of its media inputs are visible, and what they play.
import * as E from 'fp-ts/lib/Either.js';
import { fieldOf, listIn, textIn } from '../../../domain/codec/unchecked.js';
import { reportedMs } from '../../../domain/studio/clip-time.js';

/** A media input as OBS reports it. */
export interface InputState {
  readonly name: string;
  readonly itemId: number;
  /** Whether it is visible in its scene. */
  readonly isShown: boolean;
  /** Whether the program shows it, in its scene or in a copy of that. */
  readonly isActive: boolean;
  /** The path of its file; empty if it has none. */
  readonly file: string;
  /** `off` is a medium that neither plays nor is paused. */
  readonly media: 'playing' | 'paused' | 'off';
  /** Position and length in milliseconds. Both stay 0 if OBS can't read the file. */
  readonly cursorMs: number;
  readonly durationMs: number;
}

/** A scene as OBS reports it. */
export interface SceneReport {
  readonly scene: string;
  /** Whether the scene, or a copy of it, is part of the program. */
  readonly isInProgram: boolean;
  /** Whether the program shows a copy of the scene, made at the last transition: what Studio mode shows of the scene itself. */
  readonly isCopied: boolean;
  /** Whether a transition to another program is under way. */
  readonly isChanging: boolean;
  readonly inputs: readonly InputState[];
}

/** The answers to the requests of one batch, in their order. */
export type Results = readonly unknown[];

const timeIn = (data: unknown, name: string): number => {
  const value = fieldOf(data, name);
  return typeof value === 'number' ? reportedMs(Math.round(value)) : 0;
};

const states: ReadonlyMap<string | undefined, InputState['media']> = new Map([
  ['OBS_MEDIA_STATE_PLAYING', 'playing'],
  ['OBS_MEDIA_STATE_PAUSED', 'paused'],
]);

const data = (result: unknown): unknown => fieldOf(result, 'responseData');

const isUnderWay = (transition: unknown): boolean => {
  const cursor = fieldOf(data(transition), 'transitionCursor');
  return typeof cursor === 'number' && cursor < 1;
};

const mediaSource = 'ffmpeg_source';

const inputState = (
  name: string,
  items: readonly unknown[],
  [settings, status, active]: readonly unknown[],
): E.Either<string, InputState> => {
  const item = items.find((one) => textIn(one, 'sourceName') === name);
  const itemId = fieldOf(item, 'sceneItemId');
  if (typeof itemId !== 'number') return E.left(`the scene has no source "${name}"`);
  const kind = textIn(settings, 'inputKind') ?? 'unknown';
  if (kind !== mediaSource) return E.left(`the source "${name}" is of the kind ${kind}; expected ${mediaSource}`);
  return E.right({
    name,
    itemId,
    isShown: fieldOf(item, 'sceneItemEnabled') === true,
    isActive: fieldOf(active, 'videoActive') === true,
    file: textIn(fieldOf(settings, 'inputSettings'), 'local_file') ?? '',
    media: states.get(textIn(status, 'mediaState')) ?? 'off',
    cursorMs: timeIn(status, 'mediaCursor'),
    durationMs: timeIn(status, 'mediaDuration'),
  });
};

/** Returns the state of a scene from the answers to `readScene`, or why the scene can't be used. */
export const sceneReport = (
  scene: string,
  inputs: readonly string[],
  [items, active, program, transition, ...rest]: Results,
): E.Either<string, SceneReport> => {
  const listed = listIn(data(items), 'sceneItems');
  const states = inputs.map((name, index) => inputState(name, listed, rest.slice(index * 3, index * 3 + 3).map(data)));
  const [wrong] = states.filter(E.isLeft);
  if (wrong !== undefined) return E.left(`the scene "${scene}" of OBS can't be used: ${wrong.left}`);
  const isActive = fieldOf(data(active), 'videoActive') === true;
  const isCopied = !isActive && textIn(data(program), 'currentProgramSceneName') === scene;
  return E.right({
    scene,
    isInProgram: isActive || isCopied,
    isCopied,
    isChanging: [transition, rest.at(-1)].some(isUnderWay),
    inputs: states.filter(E.isRight).map(({ right }) => right),
  });
};

const seconds = (ms: number): string => (ms / 1_000).toFixed(2);

/** Whether a medium is open, running or paused. OBS reports one without a file, or one that it can't read, as playing. */
export const isRunning = ({ media, durationMs }: InputState): boolean => media !== 'off' && durationMs > 0;

/** Whether an input is visible where commands can show it: in the program's copy of its scene if there is one, else in the scene. */
export const isVisible = ({ isCopied }: Pick<SceneReport, 'isCopied'>, input: InputState): boolean =>
  isCopied ? input.isActive : input.isShown;

/** Whether an input waits out of sight, with an open file. */
export const isCued = (report: Pick<SceneReport, 'isCopied'>, input: InputState): boolean =>
  !isVisible(report, input) && input.media === 'paused' && input.durationMs > 0;

/** Whether an input shows pictures of its file: OBS has read the length, and the position has moved. */
export const hasPicture = (input: InputState): boolean => isRunning(input) && input.cursorMs > 0;

const describeInput = (input: InputState): string => {
  const { name, file, media, cursorMs, durationMs } = input;
  if (media === 'off') return `"${name}" plays nothing; its file is ${file === '' ? 'none' : file}`;
  const time = `${seconds(cursorMs)} of ${seconds(durationMs)} s`;
  if (!hasPicture(input)) return `"${name}" shows no picture of ${file} (${time})`;
  return `"${name}" shows ${file} at ${time}${media === 'paused' ? ', paused' : ''}`;
};

/** Describes a medium that should be ready to play, for error messages. */
export const describeCue = ({ name, file, durationMs }: InputState): string =>
  durationMs === 0
    ? `"${name}" has found no length in ${file}, so OBS can't play it`
    : `"${name}" is not paused at the beginning of ${file}`;

/** Describes what an input of a scene shows, for error messages. */
export const describeScene = (report: SceneReport, index: number): string => {
  const { scene, isInProgram, isChanging } = report;
  const input = report.inputs[index];
  if (input === undefined) return `the scene "${scene}" has no such input`;
  if (isChanging) return `OBS is changing the program; ${describeInput(input)}`;
  if (!isInProgram) return `the scene "${scene}" is not in the program; ${describeInput(input)}`;
  return isVisible(report, input) ? describeInput(input) : `"${input.name}" is hidden in the scene "${scene}"`;
};
