// Inspects a real OBS without the driver: which file a scene shows, and how to empty scenes.
import { fieldOf, listIn, textIn } from '../../../domain/codec/unchecked.js';
import type { ObsClient } from '../../../test/adapters/drivers/obs/obs-client.js';
import { eventually } from '../../../test/support/eventually.js';

interface SceneItem {
  readonly sceneItemId: number;
  readonly sourceName: string;
  readonly sceneItemEnabled: boolean;
}

const itemsOf = async ({ request }: ObsClient, sceneName: string): Promise<readonly SceneItem[]> =>
  listIn(await request('GetSceneItemList', { sceneName }), 'sceneItems') as readonly SceneItem[];

const numberIn = (data: unknown, name: string): number => Number(fieldOf(data, name) ?? 0);

/** Whether an input shows pictures of a film: it has a length, and its position is between the beginning and the end. */
const isShowing = async ({ request }: ObsClient, inputName: string): Promise<boolean> => {
  const status = await request('GetMediaInputStatus', { inputName });
  const [cursor, duration] = [numberIn(status, 'mediaCursor'), numberIn(status, 'mediaDuration')];
  const isOpen = /_(?:PLAYING|PAUSED)$/.test(textIn(status, 'mediaState') ?? '');
  return isOpen && cursor > 0 && cursor < duration;
};

const fileOf = async ({ request }: ObsClient, inputName: string): Promise<string | undefined> =>
  textIn(fieldOf(await request('GetInputSettings', { inputName }), 'inputSettings'), 'local_file');

/** Returns the path of the film that a scene shows; undefined if it shows none. */
export const shownFile = async (client: ObsClient, scene: string): Promise<string | undefined> => {
  for (const { sourceName, sceneItemEnabled } of await itemsOf(client, scene))
    if (sceneItemEnabled && (await isShowing(client, sourceName))) return fileOf(client, sourceName);
  return undefined;
};

const emptyInput = async (client: ObsClient, inputName: string): Promise<void> => {
  const inputSettings = { local_file: '', is_local_file: true, close_when_inactive: false, restart_on_activate: false };
  await client.request('SetInputSettings', { inputName, inputSettings });
  await client.request('TriggerMediaInputAction', {
    inputName,
    mediaAction: 'OBS_WEBSOCKET_MEDIA_INPUT_ACTION_STOP',
  });
  await eventually(`${inputName} is empty`, async () => !(await isShowing(client, inputName)));
};

/** Removes the films from all inputs of scenes, and shows the inputs as OBS shows new ones. */
export const emptyScenes = async (client: ObsClient, scenes: readonly string[]): Promise<void> => {
  for (const sceneName of scenes)
    for (const { sceneItemId, sourceName } of await itemsOf(client, sceneName)) {
      await emptyInput(client, sourceName);
      await client.request('SetSceneItemEnabled', { sceneName, sceneItemId, sceneItemEnabled: true });
    }
};
