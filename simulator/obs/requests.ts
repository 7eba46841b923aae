// Answers requests of obs-websocket 5, by its protocol document (github.com/obsproject/obs-websocket, docs/generated).
import { fieldOf, textIn } from '../../domain/codec/unchecked.js';
import { isAccepted, type MediaInput, type SimulatedScene } from './scene.js';

/** The answer to a request. `code` is 100 for success. */
export interface RequestAnswer {
  readonly code: number;
  readonly comment?: string;
  readonly responseData?: object;
}

const success = { code: 100 };
const unknownType: RequestAnswer = { code: 204, comment: 'Your request type is not valid.' };
const outOfRange: RequestAnswer = { code: 402, comment: 'The field value of `mediaCursor` is out of range.' };
const notReady: RequestAnswer = { code: 702, comment: 'The request processing failed.' };

const notFound = (name: string): RequestAnswer => ({
  code: 600,
  comment: `No source was found by the name of \`${name}\`.`,
});

const answered = (responseData: object): RequestAnswer => ({ ...success, responseData });

/** What a request is about. */
interface Target {
  readonly scene: SimulatedScene;
  readonly input: MediaInput;
}

/** Handles a request about an input. */
type HandleInput = (target: Target, data: unknown) => Promise<RequestAnswer> | RequestAnswer;

const acted = async (sending: Parameters<typeof isAccepted>[0]): Promise<RequestAnswer> =>
  (await isAccepted(sending)) ? success : notReady;

const actionPrefix = 'OBS_WEBSOCKET_MEDIA_INPUT_ACTION_';

const act: HandleInput = ({ scene, input }, data) => {
  switch ((textIn(data, 'mediaAction') ?? '').replace(actionPrefix, '')) {
    case 'RESTART':
      return acted(scene.restart(input));
    case 'STOP':
      return acted(scene.stop(input));
    case 'PAUSE':
      return acted(scene.pause(input, true));
    case 'PLAY':
      return acted(scene.pause(input, false));
    default:
      return { code: 400, comment: 'You have specified an invalid media input action.' };
  }
};

const inputRequests: Readonly<Record<string, HandleInput>> = {
  GetSourceActive: ({ input }) => answered({ videoActive: input.isShown, videoShowing: input.isShown }),
  GetInputSettings: ({ scene, input }) => {
    scene.settle(input);
    const inputSettings = input.file === '' ? {} : { is_local_file: true, local_file: input.file };
    return answered({ inputKind: 'ffmpeg_source', inputSettings });
  },
  SetInputSettings: ({ scene, input }, data) => {
    scene.open(input, textIn(fieldOf(data, 'inputSettings'), 'local_file') ?? input.file);
    return success;
  },
  GetMediaInputStatus: ({ scene, input }) => answered(scene.status(input)),
  TriggerMediaInputAction: act,
  SetMediaInputCursor: ({ scene, input }, data) => {
    const cursor = fieldOf(data, 'mediaCursor');
    return typeof cursor === 'number' && cursor >= 0 ? acted(scene.seek(input, cursor)) : outOfRange;
  },
};

const itemsOf = ({ inputs }: SimulatedScene): readonly object[] =>
  inputs.map(({ name, itemId, isShown }, index) => ({
    inputKind: 'ffmpeg_source',
    isGroup: null,
    sceneItemEnabled: isShown,
    sceneItemId: itemId,
    sceneItemIndex: index,
    sourceName: name,
    sourceType: 'OBS_SOURCE_TYPE_INPUT',
  }));

const show = ({ inputs }: SimulatedScene, data: unknown): RequestAnswer => {
  const input = inputs.find(({ itemId }) => itemId === fieldOf(data, 'sceneItemId'));
  if (input === undefined) return { code: 600, comment: 'No scene items were found in the specified scene.' };
  input.isShown = fieldOf(data, 'sceneItemEnabled') === true;
  return success;
};

const sceneRequests: Readonly<Record<string, (scene: SimulatedScene, data: unknown) => RequestAnswer>> = {
  GetSceneItemList: (scene) => answered({ sceneItems: itemsOf(scene) }),
  SetSceneItemEnabled: show,
  SetCurrentProgramScene: () => success,
  // Every scene is part of the program, as the scenes of a multiview are.
  GetSourceActive: () => answered({ videoActive: true, videoShowing: true }),
};

let renderTotalFrames = 0;

/** Requests that are about no scene. A picture is made between any two of them. */
const programRequests: Readonly<Record<string, () => RequestAnswer>> = {
  GetCurrentProgramScene: () => answered({ currentProgramSceneName: 'Program' }),
  GetCurrentSceneTransitionCursor: () => answered({ transitionCursor: 1 }),
  GetStats: () => {
    renderTotalFrames += 1;
    return answered({ renderTotalFrames });
  },
};

/** Returns the name of what a request is about. */
const nameIn = (data: unknown): string =>
  textIn(data, 'inputName') ?? textIn(data, 'sceneName') ?? textIn(data, 'sourceName') ?? '';

/** Answers one request. */
export const answerRequest = async (
  scenes: readonly SimulatedScene[],
  type: string,
  data: unknown,
): Promise<RequestAnswer> => {
  const handleProgram = programRequests[type];
  if (handleProgram !== undefined) return handleProgram();
  const [handleInput, handleScene] = [inputRequests[type], sceneRequests[type]];
  if (handleInput === undefined && handleScene === undefined) return unknownType;
  const name = nameIn(data);
  const target = scenes
    .flatMap((scene) => scene.inputs.map((input) => ({ scene, input })))
    .find(({ input }) => input.name === name);
  if (handleInput !== undefined && target !== undefined) return handleInput(target, data);
  const scene = scenes.find((one) => one.name === name);
  return handleScene === undefined || scene === undefined ? notFound(name) : handleScene(scene, data);
};
