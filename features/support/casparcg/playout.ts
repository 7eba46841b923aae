// A scenario's studio with its outputs on a real CasparCG server; its other devices are simulated, in real time.
import { strict as assert } from 'node:assert';
import type { StudioLayout } from '../../../domain/studio/layout.js';
import type { ManualClock } from '../../../simulator/clock.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { simulatedStudio } from '../../../simulator/studio.js';
import type { PlayingClip } from '../driver.js';
import { connectPlayers } from '../playout-drivers.js';
import { decodeCommand } from '../wire-steering.js';
import { steerRealPlayers, type RecordedCommand } from '../real-player-steering.js';
import type { StudioAndDrivers } from '../running-playout.js';
import { demoStudioOn, engineOf, layers, noEngine, type Engine } from './engine.js';
import { clearLayers, runningOn } from './inspect-layer.js';
import { CasparcgRelay } from './relay.js';

type Relays = ReadonlyMap<string, CasparcgRelay>;

const recordedBy = (relays: Relays, layout: StudioLayout) => (): readonly RecordedCommand[] =>
  [...relays].flatMap(([device, { recorded }]) =>
    recorded.map(({ time, line }) => ({ time, ...decodeCommand(layout, { device, command: { line } }) })),
  );

const playing = async (
  engine: Engine,
  { banks, outputs }: StudioLayout,
  slot: string,
  scene?: string,
): Promise<PlayingClip> => {
  const [only] = outputs.find((output) => output.slot === slot)?.scenes ?? [];
  const media = await runningOn(engine, layers[(scene ?? only) as keyof typeof layers]);
  const cues = banks.flatMap(({ key, clips }) =>
    clips.map((clip) => ({ bank: key, clip: clip.key, media: clip.media })),
  );
  const { clip = null, bank = null } = cues.find((cue) => cue.media === media?.name) ?? {};
  return { clip, bank };
};

const relaysTo = async (engine: Engine): Promise<ReadonlyMap<string, readonly [CasparcgRelay, number]>> => {
  const relays = demoStudio.outputs.map(async ({ id }) => {
    const relay = new CasparcgRelay(engine);
    return [id, [relay, await relay.listen()]] as const;
  });
  return new Map(await Promise.all(relays));
};

/** Opens a studio on the server that the environment names. */
export const casparcg = async (clock: ManualClock): Promise<StudioAndDrivers> => {
  const engine = engineOf(process.env);
  assert.ok(engine, noEngine);
  await clearLayers(engine, Object.values(layers));
  const listening = await relaysTo(engine);
  const relays: Relays = new Map([...listening].map(([output, [relay]]) => [output, relay]));
  const layout = demoStudioOn(engine, (output) => listening.get(output)?.[1] ?? 0);
  const studio = simulatedStudio(layout, clock, { withServers: true });
  const { connect, close } = connectPlayers(layout, studio, clock);
  return {
    studio,
    connect,
    steering: () =>
      steerRealPlayers({
        studio,
        clock,
        relays,
        recorded: recordedBy(relays, layout),
        playing: (slot, scene) => playing(engine, layout, slot, scene),
      }),
    close: async () => {
      close();
      for (const relay of relays.values()) relay.close();
      await clearLayers(engine, Object.values(layers));
    },
  };
};
