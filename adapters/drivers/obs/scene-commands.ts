// The commands to one scene: what OBS is asked to do, and when its report shows the effect.
import * as E from 'fp-ts/lib/Either.js';
import type { ClipSelection } from '../../../application/ports/players.js';
import { mediaAction, openFile, seek, showItem, switchProgram, type ObsRequest } from './requests.js';
import { hasPicture, isCued, isRunning, isVisible, type InputState, type SceneReport } from './scene-report.js';

/** A command to a scene. A take gets its clip when it is sent. */
export type ObsSceneCommand =
  | { readonly type: 'play' | 'cue'; readonly selection: ClipSelection }
  | { readonly type: 'take' | 'stop' | 'pause' | 'resume' }
  | { readonly type: 'seek'; readonly positionMs: number };

/** What a batch is made from. */
export interface PlanContext {
  readonly report: SceneReport;
  /** The index of the input that is on air, or that the next clip uses. */
  readonly onAir: number;
  /** Whether clips switch the program to the scene. */
  readonly program: boolean;
  readonly fileOf: (selection: ClipSelection) => string;
  /** The clip that is cued; null for none. */
  readonly cued: ClipSelection | null;
}

/** A batch of requests. */
export interface RequestPlan {
  readonly requests: readonly ObsRequest[];
  /** The index of the input that the command is about. */
  readonly input: number;
  /** The clip that it opens or shows; null for none. */
  readonly selection: ClipSelection | null;
  /** Whether OBS reports that the input starts. */
  readonly starts: boolean;
  /** Whether it opens another file in the input. */
  readonly opens: boolean;
}

/** Returns the index of the other input than one. */
export const otherOf = (onAir: number): number => (onAir === 0 ? 1 : 0);

const hidden = ({ scene }: SceneReport, input: InputState | undefined): readonly ObsRequest[] => {
  if (input === undefined) return [];
  const stop = input.media === 'off' ? [] : [mediaAction(input.name, 'STOP')];
  return input.isShown ? [showItem(scene, input.itemId, false), ...stop] : stop;
};

const shown = ({ scene }: SceneReport, input: InputState): readonly ObsRequest[] =>
  input.isShown ? [] : [showItem(scene, input.itemId, true)];

/** A transition to a scene that shows its input as it is made: the program may contain an older copy of the scene. */
const switched = ({ report, program }: PlanContext, input: InputState): readonly ObsRequest[] => {
  const isOnAir = report.isCopied ? input.isActive : report.isInProgram;
  return program && !isOnAir ? [switchProgram(report.scene)] : [];
};

const opened = ({ fileOf }: PlanContext, { name }: InputState, selection: ClipSelection): readonly ObsRequest[] => [
  openFile(name, fileOf(selection), selection.clip.loop === true),
  mediaAction(name, 'RESTART'),
];

const playPlan = (context: PlanContext, input: InputState, selection: ClipSelection): RequestPlan => {
  const { report, onAir } = context;
  const others = hidden(report, report.inputs[otherOf(onAir)]);
  const start = [...shown(report, input), ...opened(context, input, selection)];
  const requests = [...others, ...start, ...switched(context, input)];
  return { requests, input: onAir, selection, starts: true, opens: true };
};

const takePlan = (context: PlanContext): E.Either<string, RequestPlan> => {
  const { report, onAir, cued } = context;
  const next = otherOf(onAir);
  const input = report.inputs[next];
  if (input === undefined || cued === null) return E.left('nothing is cued');
  if (input.file !== context.fileOf(cued)) return E.left(`"${input.name}" has another file than that of the cued clip`);
  const start = mediaAction(input.name, 'RESTART');
  const others = hidden(report, report.inputs[onAir]);
  const change = switched(context, input);
  // A cued clip that is started before the program shows it stands still.
  const requests = [
    ...shown(report, input),
    ...(change.length > 0 ? [...others, ...change, start] : [start, ...others]),
  ];
  return E.right({ requests, input: next, selection: cued, starts: true, opens: false });
};

const cuePlan = (context: PlanContext, selection: ClipSelection): E.Either<string, RequestPlan> => {
  const { report, onAir } = context;
  const next = otherOf(onAir);
  const input = report.inputs[next];
  if (input === undefined) return E.left('the scene has one media input; expected a second one for the cued clip');
  const hide = input.isShown ? [showItem(report.scene, input.itemId, false)] : [];
  const requests = [...hide, ...opened(context, input, selection)];
  return E.right({ requests, input: next, selection, starts: true, opens: true });
};

const stopPlan = ({ report, onAir }: PlanContext, { name }: InputState): RequestPlan => {
  const running = report.inputs.filter((one) => isVisible(report, one) && isRunning(one)).map((one) => one.name);
  const stopped = running.length === 0 ? [name] : running;
  const requests = stopped.map((input) => mediaAction(input, 'STOP'));
  return { requests, input: onAir, selection: null, starts: false, opens: false };
};

const runningPlan = (
  { onAir }: PlanContext,
  input: InputState,
  command: ObsSceneCommand,
): E.Either<string, RequestPlan> => {
  // OBS would open a medium that isn't running, and hold its first picture.
  if (!isRunning(input)) return E.left('nothing plays');
  const request =
    command.type === 'seek'
      ? seek(input.name, command.positionMs)
      : mediaAction(input.name, command.type === 'pause' ? 'PAUSE' : 'PLAY');
  return E.right({ requests: [request], input: onAir, selection: null, starts: false, opens: false });
};

/** Returns what OBS is asked to do for a command, or why the command isn't possible. */
export const planOf = (command: ObsSceneCommand, context: PlanContext): E.Either<string, RequestPlan> => {
  const input = context.report.inputs[context.onAir];
  if (input === undefined) return E.left('the scene has no media input');
  switch (command.type) {
    case 'play':
      return E.right(playPlan(context, input, command.selection));
    case 'take':
      return takePlan(context);
    case 'cue':
      return cuePlan(context, command.selection);
    case 'stop':
      return E.right(stopPlan(context, input));
    case 'pause':
    case 'resume':
    case 'seek':
      return runningPlan(context, input, command);
  }
};

/** Whether the program shows a copy of the scene in which a command would not show its clip, or a cue would. */
export const differsInCopy = (context: PlanContext | undefined, { type }: ObsSceneCommand): boolean => {
  if (context?.report.isCopied !== true) return false;
  const { report, onAir, program } = context;
  const isActive = (index: number): boolean => report.inputs[index]?.isActive === true;
  return type === 'cue' ? isActive(otherOf(onAir)) : !program && (type === 'take' || !isActive(onAir));
};

/** How far a position may be from the expected one, in milliseconds: OBS reports whole pictures. */
const toleranceMs = 120;

/** How far a position may be from where a seek should have brought it by now, in milliseconds: OBS starts decoding anew. */
export const seekToleranceMs = 300;

/** A command that was sent. Times are in milliseconds of the steady clock. */
export interface SentPlan {
  readonly input: InputState;
  /** The file of its clip; empty for none. */
  readonly file: string;
  readonly sentAtMs: number;
  readonly nowMs: number;
  /** Whether the clip on air loops. */
  readonly loop: boolean;
}

/** Whether a clip is where a seek should have brought it by now. OBS jumps to the key picture before, and plays on from there. */
const isAt = ({ input, sentAtMs, nowMs, loop }: SentPlan, positionMs: number): boolean => {
  const elapsedMs = input.media === 'paused' ? 0 : nowMs - sentAtMs;
  const offMs = input.cursorMs - positionMs - elapsedMs;
  return Math.min(Math.abs(offMs), loop ? Math.abs(offMs + input.durationMs) : Infinity) <= seekToleranceMs;
};

/** Whether the program shows what an input plays. During a transition, it may be what is faded out. */
const isOnAir = ({ isChanging }: SceneReport, input: InputState): boolean =>
  !isChanging && input.isActive && isRunning(input);

/** Whether an input shows the run of a clip that was started by a command, and not an earlier run. */
const showsRun = (report: SceneReport, { input, file, sentAtMs, nowMs }: SentPlan): boolean =>
  isOnAir(report, input) &&
  input.media === 'playing' &&
  hasPicture(input) &&
  input.file === file &&
  input.cursorMs <= nowMs - sentAtMs + toleranceMs;

const isPaused =
  (paused: boolean) =>
  (report: SceneReport, { input }: SentPlan) =>
    isOnAir(report, input) && (input.media === 'paused') === paused;

type CommandOf<Type extends ObsSceneCommand['type']> = Extract<ObsSceneCommand, { readonly type: Type }>;

const tests: {
  readonly [Type in ObsSceneCommand['type']]: (
    report: SceneReport,
    sent: SentPlan,
    command: CommandOf<Type>,
  ) => boolean;
} = {
  play: showsRun,
  take: showsRun,
  cue: (report, { input, file }) => isCued(report, input) && input.file === file,
  stop: (report) => report.inputs.every((one) => !isVisible(report, one) || !isRunning(one)),
  pause: isPaused(true),
  resume: isPaused(false),
  seek: (report, sent, { positionMs }) => isOnAir(report, sent.input) && isAt(sent, positionMs),
};

/** Whether a report shows the effect of a command. A run also has to move, which one report can't show. */
export const isDone = <Type extends ObsSceneCommand['type']>(
  command: CommandOf<Type>,
  report: SceneReport,
  sent: SentPlan,
): boolean => tests[command.type](report, sent, command);
