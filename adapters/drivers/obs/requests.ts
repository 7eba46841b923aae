// Requests of obs-websocket 5, by its protocol document.
import type { ObsScene } from './settings.js';

/** A request. Several of them are executed one after the other, up to the first that OBS refuses. */
export interface ObsRequest {
  readonly requestType: string;
  readonly requestData?: Readonly<Record<string, unknown>>;
}

/** What OBS does with the media of an input. */
export type MediaAction = 'PLAY' | 'PAUSE' | 'STOP' | 'RESTART';

export const mediaAction = (inputName: string, action: MediaAction): ObsRequest => ({
  requestType: 'TriggerMediaInputAction',
  requestData: { inputName, mediaAction: `OBS_WEBSOCKET_MEDIA_INPUT_ACTION_${action}` },
});

export const seek = (inputName: string, mediaCursor: number): ObsRequest => ({
  requestType: 'SetMediaInputCursor',
  requestData: { inputName, mediaCursor },
});

/** Opens a file in an input. The other settings let OBS start and stop it by commands only. */
export const openFile = (inputName: string, file: string, looping: boolean): ObsRequest => ({
  requestType: 'SetInputSettings',
  requestData: {
    inputName,
    inputSettings: {
      ...{ local_file: file, is_local_file: true, looping },
      ...{ restart_on_activate: false, close_when_inactive: false, clear_on_media_end: true },
    },
  },
});

export const showItem = (sceneName: string, sceneItemId: number, sceneItemEnabled: boolean): ObsRequest => ({
  requestType: 'SetSceneItemEnabled',
  requestData: { sceneName, sceneItemId, sceneItemEnabled },
});

export const switchProgram = (sceneName: string): ObsRequest => ({
  requestType: 'SetCurrentProgramScene',
  requestData: { sceneName },
});

/** Whether the program contains a scene or an input. */
const isActive = (sourceName: string): ObsRequest => ({ requestType: 'GetSourceActive', requestData: { sourceName } });

const transition: ObsRequest = { requestType: 'GetCurrentSceneTransitionCursor' };

/** The requests that read the state of a scene. A transition may begin or end between them, so that it is read twice. */
export const readScene = (scene: string, { inputs }: Pick<ObsScene, 'inputs'>): readonly ObsRequest[] => [
  { requestType: 'GetSceneItemList', requestData: { sceneName: scene } },
  isActive(scene),
  { requestType: 'GetCurrentProgramScene' },
  transition,
  ...inputs.flatMap((inputName) => [
    { requestType: 'GetInputSettings', requestData: { inputName } },
    { requestType: 'GetMediaInputStatus', requestData: { inputName } },
    isActive(inputName),
  ]),
  transition,
];

/** The request for the number of pictures that OBS has made. */
export const countPictures: ObsRequest = { requestType: 'GetStats' };

/** The categories of events that the driver subscribes to: scenes, transitions, scene items, media inputs. */
export const eventSubscriptions = (1 << 2) | (1 << 4) | (1 << 7) | (1 << 8);
