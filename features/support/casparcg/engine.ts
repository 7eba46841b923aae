// A real CasparCG server, where the environment names one: CASPARCG_HOST, CASPARCG_PORT (5250), CASPARCG_CHANNEL (1), and
// CASPARCG_CLIPS, six different clips of its media folder as `name:seconds` with commas between, for those of the demo
// studio in their order; all but the last run for 15 s at least, and the last for 10 s at most.
import { strict as assert } from 'node:assert';
import type { Clip } from '../../../domain/studio/clip.js';
import type { StudioLayout } from '../../../domain/studio/layout.js';
import { demoStudio } from '../../../simulator/demo-studio.js';

/** A clip that the server has. */
export interface EngineMedia {
  readonly name: string;
  readonly durationMs: number;
}

/** A server as it is told. */
export interface Engine {
  readonly host: string;
  readonly port: number;
  readonly channel: number;
  readonly media: readonly EngineMedia[];
}

/** What a line says where there is none. */
export const noEngine = 'SKIPPED: no real CasparCG server is met, since CASPARCG_HOST is not set';

/** Layers that are cleared and played on; nothing else on the server is touched. */
export const layers = { full: 110, left: 120, right: 130 } as const;

const clipsWanted = demoStudio.banks.flatMap(({ clips }) => clips).length;

const readMedia = (told: string): readonly EngineMedia[] => {
  const media = [...told.matchAll(/([^,:]+):(\d+)(?:,|$)/g)].map(([, name = '', seconds]) => ({
    ...{ name: name.trim(), durationMs: Number(seconds) * 1_000 },
  }));
  const names = new Set(media.map(({ name }) => name.toLowerCase()));
  const long = media.slice(0, -1).every(({ durationMs }) => durationMs >= 15_000);
  const isRight = names.size === clipsWanted && media.length === clipsWanted && long;
  assert.ok(
    isRight && (media.at(-1)?.durationMs ?? 0) <= 10_000,
    `CASPARCG_CLIPS: expected ${String(clipsWanted)} different clips as name:seconds with commas between, all but the ` +
      `last of 15 s at least, the last of 10 s at most; got "${told}"`,
  );
  return media;
};

/** The server of the environment; undefined where it names none, and it throws where what it names can't be used. */
export const engineOf = (environment: NodeJS.ProcessEnv): Engine | undefined => {
  const { CASPARCG_HOST: host, CASPARCG_PORT = '5250', CASPARCG_CHANNEL = '1', CASPARCG_CLIPS = '' } = environment;
  if (host === undefined || host === '') return undefined;
  return { host, port: Number(CASPARCG_PORT), channel: Number(CASPARCG_CHANNEL), media: readMedia(CASPARCG_CLIPS) };
};

/** The demo studio with every output on the server, each reached by a port of loopback, and every clip one of its files. */
export const demoStudioOn = (
  { channel, media }: Pick<Engine, 'channel' | 'media'>,
  portOf: (output: string) => number,
): StudioLayout => {
  const all: readonly Pick<Clip, 'key'>[] = demoStudio.banks.flatMap(({ clips }) => clips);
  return {
    ...demoStudio,
    outputs: demoStudio.outputs.map((output) => ({
      ...output,
      player: { protocol: 'casparcg', host: '127.0.0.1', port: portOf(output.id), channel, layers },
    })),
    banks: demoStudio.banks.map((bank) => ({
      ...bank,
      clips: bank.clips.map((clip) => ({
        ...clip,
        media: media[all.findIndex(({ key }) => key === clip.key)]?.name ?? clip.key,
      })),
    })),
  };
};
