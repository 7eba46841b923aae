// A scenario's studio with its outputs on a real OBS Studio; its other devices are simulated, in real time.
import type { StudioLayout } from '../../../domain/studio/layout.js';
import type { ManualClock } from '../../../simulator/clock.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { simulatedStudio } from '../../../simulator/studio.js';
import { obsClient, type ObsClient } from '../../../test/adapters/drivers/obs/obs-client.js';
import { obsRelay, type ObsRelay } from '../../../test/adapters/drivers/obs/obs-relay.js';
import { connectDevices } from '../connected-devices.js';
import type { PlayingClip } from '../driver.js';
import { steerRealPlayers, type RecordedCommand } from '../real-player-steering.js';
import type { StudioAndDrivers } from '../running-playout.js';
import { demoStudioOn, obsEngineOf, sceneInputs } from './engine.js';
import { emptyScenes, shownFile } from './inspect-scene.js';

type Relays = ReadonlyMap<string, ObsRelay>;

const relaysTo = async (obsPort: number): Promise<Relays> => {
  const relays = demoStudio.outputs.map(async ({ id }) => [id, await obsRelay(obsPort)] as const);
  return new Map(await Promise.all(relays));
};

const recordedBy = (relays: Relays) => (): readonly RecordedCommand[] =>
  [...relays].flatMap(([device, { recorded }]) =>
    recorded.map(({ time, text }) => ({ time, device, command: { text } })),
  );

const playing = async (
  client: ObsClient,
  { banks, outputs }: StudioLayout,
  slot: string,
  scene?: string,
): Promise<PlayingClip> => {
  const [only = ''] = outputs.find((output) => output.slot === slot)?.scenes ?? [];
  const file = (await shownFile(client, scene ?? only)) ?? '';
  const clips = banks.flatMap((bank) =>
    bank.clips.map(({ key, media = key }) => ({ bank: bank.key, clip: key, media })),
  );
  const { clip = null, bank = null } = clips.find(({ media }) => file.endsWith(`/${media}`)) ?? {};
  return { clip, bank };
};

/** Opens a studio on the OBS that the environment names. */
export const obs = async (clock: ManualClock): Promise<StudioAndDrivers> => {
  const engine = obsEngineOf(process.env);
  const client = await obsClient(engine.port, engine.password);
  await emptyScenes(client, Object.keys(sceneInputs));
  const relays = await relaysTo(engine.port);
  const layout = demoStudioOn(engine, new Map([...relays].map(([output, { port }]) => [output, port])));
  const studio = simulatedStudio(layout, clock);
  const { connect, close } = connectDevices(layout, { studio, clock, secret: engine.password, takesTime: false });
  return {
    studio,
    connect,
    steering: () =>
      steerRealPlayers({
        studio,
        clock,
        relays,
        recorded: recordedBy(relays),
        playing: (slot, scene) => playing(client, layout, slot, scene),
      }),
    close: () => {
      close();
      for (const relay of relays.values()) relay.close();
      client.close();
    },
  };
};
