// The states of simulated devices as the steering API shows and takes them.
import * as t from 'io-ts';
import { boundedNumber, described, integer, listOf, orNull } from '../../domain/codec/codec.js';
import { latestMs } from '../../domain/codec/utc-time.js';
import { ClipNumber } from '../../domain/studio/clip.js';
import { dayMs } from '../../domain/time-units.js';

const PositionMs = described(integer(0, dayMs), { description: 'The position in the clip, in milliseconds' });

/** A time that stays a date of JavaScript when a snapshot is restored at another time, in milliseconds since 1970 UTC. */
const TimeMs = described(boundedNumber(-latestMs, latestMs), { examples: [Date.UTC(2021, 2, 1, 12)] });

const clipReference = { bank: t.string, clip: described(t.string, { description: "The clip's key" }) };

/** A clip that is on. Its times are in milliseconds since 1970 UTC on the studio's clock. */
const RunRecord = described(
  t.readonly(
    t.type({
      ...clipReference,
      number: ClipNumber,
      name: t.string,
      startedAtMs: TimeMs,
      positionMs: described(boundedNumber(0, dayMs), { description: 'The position at `asOfMs`, in milliseconds' }),
      asOfMs: TimeMs,
      paused: t.boolean,
      loop: t.boolean,
      durationMs: t.union([boundedNumber(1, dayMs), t.null]),
    }),
    'SimulatedRun',
  ),
  { description: "The clip that is on. Times are milliseconds since 1970 UTC on the studio's clock" },
);

const CuedRecord = t.readonly(t.type({ ...clipReference, number: ClipNumber, name: t.string }), 'SimulatedCue');

/** The graphic that a scene shows. */
const GraphicRecord = t.readonly(
  t.type({ template: t.string, texts: t.record(t.string, t.string) }),
  'SimulatedGraphic',
);

const SceneRecord = t.readonly(
  t.type({
    id: t.string,
    run: orNull(RunRecord, 'What is on; null for nothing'),
    cued: orNull(CuedRecord, 'What is cued; null for nothing'),
    graphic: orNull(GraphicRecord, 'The graphic that is shown; null for none'),
  }),
  'SimulatedScene',
);
export type SceneRecord = t.TypeOf<typeof SceneRecord>;

/** The state of a player. */
export const PlayerRecord = t.readonly(t.type({ scenes: listOf(SceneRecord) }), 'PlayerState');
export type PlayerRecord = t.TypeOf<typeof PlayerRecord>;

/** The state of a signal line. */
export const LineRecord = t.readonly(t.type({ on: t.boolean }), 'SignalLineState');
export type LineRecord = t.TypeOf<typeof LineRecord>;

/** The state of a camera. */
export const CameraRecord = t.readonly(
  t.type({ angle: orNull(t.string, 'The id of the recalled angle; null before the first recall') }),
  'CameraState',
);
export type CameraRecord = t.TypeOf<typeof CameraRecord>;

/** The state of a device of any kind. */
export const StateRecord = described(t.union([PlayerRecord, LineRecord, CameraRecord], 'DeviceState'), {
  description: 'The state of a device: that of a player, of a signal line or of a camera',
});
export type StateRecord = t.TypeOf<typeof StateRecord>;

const connection = {
  connected: described(t.boolean, { description: 'False unplugs the device, true plugs it in again' }),
};

const RunChange = t.readonly(
  t.intersection([t.type(clipReference), t.partial({ positionMs: PositionMs, paused: t.boolean })]),
);

const SceneChange = t.readonly(
  t.intersection([
    t.type({ id: t.string }),
    t.partial({
      run: orNull(RunChange, 'Starts a clip as another station would; null ends the clip'),
      cued: orNull(t.readonly(t.type(clipReference)), 'Cues a clip; null removes the cue'),
      graphic: orNull(GraphicRecord, 'Shows a graphic; null hides it'),
    }),
  ]),
);
export type SceneChange = t.TypeOf<typeof SceneChange>;

/** A change of a player. Scenes and fields that it does not name stay as they are. */
export const PlayerChange = t.readonly(t.partial({ ...connection, scenes: listOf(SceneChange) }), 'PlayerChange');
export type PlayerChange = t.TypeOf<typeof PlayerChange>;

/** A change of a signal line. */
export const LineChange = t.readonly(t.partial({ ...connection, on: t.boolean }), 'SignalLineChange');

/** A change of a camera. */
export const CameraChange = t.readonly(
  t.partial({ ...connection, angle: t.union([t.string, t.null]) }),
  'CameraChange',
);

/** A change of a device of any kind, for documents. Each kind of device decodes its own. */
export const StateChange = described(t.union([PlayerChange, LineChange, CameraChange], 'StateChange'), {
  description: 'A change of a device. What it does not name stays as it is',
  examples: [{ on: true }],
});
