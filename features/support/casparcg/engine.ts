// A real CasparCG server, configured by the environment: CASPARCG_HOST, CASPARCG_PORT (5250), CASPARCG_CHANNEL (1), and
// CASPARCG_CLIPS. The latter lists six different clips of its media folder as `name:seconds`, separated by commas, in the
// order of the demo studio's clips. The last is at most 10 s long, all others at least 15 s.
import { strict as assert } from 'node:assert';
import type { Clip } from '../../../domain/studio/clip.js';
import type { StudioLayout } from '../../../domain/studio/layout.js';
import { demoStudio } from '../../../simulator/demo-studio.js';

/** A clip of the server. */
export interface EngineMedia {
  readonly name: string;
  readonly durationMs: number;
}

/** A configured server. */
export interface Engine {
  readonly host: string;
  readonly port: number;
  readonly channel: number;
  readonly media: readonly EngineMedia[];
}

/** The message when no server is configured. */
export const noEngine = 'SKIPPED: there is no real CasparCG server, because CASPARCG_HOST is not set';

/** The only layers of the server that are cleared and played on. */
export const layers = { full: 110, left: 120, right: 130 } as const;

const clipCount = demoStudio.banks.flatMap(({ clips }) => clips).length;

const readMedia = (setting: string): readonly EngineMedia[] => {
  const media = [...setting.matchAll(/([^,:]+):(\d+)(?:,|$)/g)].map(([, name = '', seconds]) => ({
    name: name.trim(),
    durationMs: Number(seconds) * 1_000,
  }));
  const names = new Set(media.map(({ name }) => name.toLowerCase()));
  const long = media.slice(0, -1).every(({ durationMs }) => durationMs >= 15_000);
  const isValid = names.size === clipCount && media.length === clipCount && long;
  assert.ok(
    isValid && (media.at(-1)?.durationMs ?? 0) <= 10_000,
    `CASPARCG_CLIPS: expected ${String(clipCount)} different clips as name:seconds, separated by commas, all but the ` +
      `last at least 15 s long, the last at most 10 s; got "${setting}"`,
  );
  return media;
};

/** Returns the server that the environment configures; undefined if there is none. Throws on invalid settings. */
export const engineOf = (environment: NodeJS.ProcessEnv): Engine | undefined => {
  const { CASPARCG_HOST: host, CASPARCG_PORT = '5250', CASPARCG_CHANNEL = '1', CASPARCG_CLIPS = '' } = environment;
  if (host === undefined || host === '') return undefined;
  return { host, port: Number(CASPARCG_PORT), channel: Number(CASPARCG_CHANNEL), media: readMedia(CASPARCG_CLIPS) };
};

/** Returns the demo studio with its outputs on the server, through loopback ports, and its clips as the server's files. */
export const demoStudioOn = (
  { channel, media }: Pick<Engine, 'channel' | 'media'>,
  portOf: (output: string) => number,
): StudioLayout => {
  const all: readonly Pick<Clip, 'key'>[] = demoStudio.banks.flatMap(({ clips }) => clips);
  return {
    ...demoStudio,
    connections: demoStudio.outputs.map(({ id }) => ({
      ...{ id: `server-${id}`, protocol: 'casparcg', host: '127.0.0.1', port: portOf(id) },
    })),
    outputs: demoStudio.outputs.map((output) => ({
      ...output,
      player: { connection: `server-${output.id}`, channel, layers },
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
