// Positions and durations that no clip has reach callers as times that can be written, or not at all.
import { encode } from 'node-osc';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readChannel } from '../../../../adapters/drivers/casparcg/info.js';
import { Layer } from '../../../../adapters/drivers/casparcg/layer.js';
import type { LayerState } from '../../../../adapters/drivers/casparcg/layer-state.js';
import { OscChannel } from '../../../../adapters/drivers/casparcg/osc-channel.js';
import { sceneRecords } from '../../../../application/state/scenes.js';
import type { Scene } from '../../../../domain/studio/output.js';
import { selections } from './bench.js';

const { headlines } = selections;

const nowMs = Date.UTC(2026, 0, 31, 12);

interface Reported {
  readonly timeS: number;
  readonly totalS: number;
  readonly loop: boolean;
}

const byInfo = ({ timeS, totalS, loop }: Reported): LayerState | undefined => {
  const file = `<file><path>media/headlines.mp4</path><time>${String(timeS)}</time><time>${String(totalS)}</time></file>`;
  const foreground = `<foreground>${file}<producer>ffmpeg</producer><loop>${String(loop)}</loop></foreground>`;
  const xml = `<channel><stage><layer><layer_10>${foreground}</layer_10></layer></stage></channel>`;
  return readChannel(xml).layers.get(10);
};

const byOsc = ({ timeS, totalS, loop }: Reported): LayerState | undefined => {
  const prefix = '/channel/1/stage/layer/10/foreground/';
  const bundle = encode({
    oscType: 'bundle',
    timetag: 0,
    elements: [
      { oscType: 'message', address: '/channel/1/framerate', args: [25, 1] },
      { oscType: 'message', address: `${prefix}file/path`, args: ['media/headlines.mp4'] },
      {
        oscType: 'message',
        address: `${prefix}file/time`,
        args: [timeS, totalS].map((value) => ({ type: 'float', value })),
      },
      { oscType: 'message', address: `${prefix}loop`, args: [{ type: 'boolean', value: loop }] },
      { oscType: 'message', address: `${prefix}producer`, args: ['ffmpeg'] },
    ],
  });
  return new OscChannel(1, [10]).read(bundle, nowMs)?.layers.get(10);
};

const readScene = (state: LayerState | undefined): Scene | undefined => {
  const layer = new Layer('full', 10);
  layer.applyReport(state, { nowMs, validMs: 500, folder: 'media/', selections: [headlines] });
  return sceneRecords({ connected: true, scenes: [{ ...layer.snapshot(), graphicShown: false }] }, nowMs, () => ({
    graphic: null,
    playlist: null,
  }))[0];
};

const impossible = [-Infinity, -1e30, -1, 0, 1e-40, 1e-3, 1, 1e12, 1e13, 1e30, 3e38, Infinity, NaN];

const seconds = fc.oneof(fc.constantFrom(...impossible), fc.float(), fc.double({ max: 3e38, min: -3e38 }));

const isWritable = (value: number | null | undefined): boolean =>
  value === null || (Number.isSafeInteger(value) && Number(value) >= 0);

describe.each([
  ['INFO', byInfo],
  ['OSC', byOsc],
] as const)('a clip whose times are reported by %s', (_, report) => {
  it('is shown with its times', () => {
    const scene = readScene(report({ timeS: 10, totalS: 90, loop: false }));
    expect(scene).toMatchObject({ clip: 'headlines', positionMs: 10_000, durationMs: 90_000 });
  });

  it('never has times that callers could not read', () => {
    fc.assert(
      fc.property(seconds, seconds, fc.boolean(), (timeS, totalS, loop) => {
        const scene = readScene(report({ timeS, totalS, loop }));
        const { positionMs, durationMs, remainingMs, endsAt } = scene ?? {};
        expect([positionMs, durationMs, remainingMs].filter((value) => !isWritable(value))).toEqual([]);
        expect(durationMs).not.toBe(0);
        expect(endsAt ?? '2026').toMatch(/^\d{4}/);
      }),
    );
  });
});
