// A real OBS Studio for the features: what it must contain, and the demo studio with its outputs on it. The environment names
// it: OBS_PORT on 127.0.0.1, OBS_PASSWORD, and OBS_MEDIA, its folder with the films.
import { strict as assert } from 'node:assert';
import type { StudioLayout } from '../../../domain/studio/layout.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import type { ObsContent } from '../../../test/adapters/drivers/obs/obs-process.js';

/** A running OBS on 127.0.0.1. */
export interface ObsEngine {
  readonly port: number;
  readonly password: string;
  readonly mediaFolder: string;
}

/** Returns the OBS that the environment names. Throws if it names none. */
export const obsEngineOf = ({ OBS_PORT, OBS_PASSWORD, OBS_MEDIA }: NodeJS.ProcessEnv): ObsEngine => {
  assert.ok(OBS_PORT && OBS_PASSWORD && OBS_MEDIA, 'expected OBS_PORT, OBS_PASSWORD and OBS_MEDIA');
  return { port: Number(OBS_PORT), password: OBS_PASSWORD, mediaFolder: OBS_MEDIA };
};

const mediaOf = (bank: string, clip: string): string => `${bank}-${clip}.avi`;

/** The media inputs of each scene. */
export const sceneInputs: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  demoStudio.outputs.flatMap(({ scenes }) => scenes.map((scene) => [scene, [`${scene} A`, `${scene} B`]])),
);

/** What the OBS must contain: the demo studio's scenes, and a film for each of its clips. */
export const obsContent: ObsContent = {
  scenes: sceneInputs,
  films: Object.fromEntries(
    demoStudio.banks.flatMap(({ key: bank, clips }) =>
      clips.map(({ key, durationMs = 0 }) => [mediaOf(bank, key), durationMs / 1_000]),
    ),
  ),
};

/** Returns the demo studio with its outputs on the OBS, through loopback ports, and its clips as the files of the OBS. */
export const demoStudioOn = ({ mediaFolder }: ObsEngine, ports: ReadonlyMap<string, number>): StudioLayout => ({
  ...demoStudio,
  connections: [...ports].map(([output, port]) => ({
    ...{ id: `obs-${output}`, protocol: 'obs', host: '127.0.0.1', port },
    ...{ mediaFolder, passwordFile: '/obs-password' },
  })),
  outputs: demoStudio.outputs.map((output) => ({
    ...output,
    player: {
      connection: `obs-${output.id}`,
      scenes: Object.fromEntries(output.scenes.map((scene) => [scene, { inputs: sceneInputs[scene] }])),
    },
  })),
  banks: demoStudio.banks.map((bank) => ({
    ...bank,
    clips: bank.clips.map((clip) => ({ ...clip, media: mediaOf(bank.key, clip.key) })),
  })),
});
