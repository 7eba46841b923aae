// What drivers of cameras with presets share: the presets of angles, and the cameras of a connection that is one camera.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import type { Attachments, Connection, ConnectionDeps } from '../../../application/connections/connection-driver.js';
import type { SendResult } from '../../../application/ports/commands.js';
import { integer, refined } from '../../../domain/codec/codec.js';
import { isEqual } from '../../../domain/codec/equality.js';
import type { Issue } from '../../../domain/codec/issues.js';
import { failure } from '../../../domain/failure.js';
import { notConnected } from './lines.js';
import { studioFileChanged } from './pending-commands.js';

/** Presets by the ids of angles. */
type Presets = Readonly<Record<string, number>>;

/** The fields of a camera's `head`. */
export interface PresetHead {
  readonly presets: Presets;
}

/** Returns the codec of a camera's `head`: another preset for each angle, from 0 to `max`. */
export const presetHead = (max: number): t.Type<PresetHead, unknown> => {
  const presets = refined(
    t.readonly(t.record(t.string, integer(0, max))),
    (all) => new Set(Object.values(all)).size === Object.keys(all).length,
    'another preset for each angle',
    { description: "The camera's preset for each angle, by the angle's id" },
  );
  return t.readonly(t.type({ presets }));
};

/** Returns an issue for each angle without a preset, and for each preset without an angle. */
export const headIssues = ({ presets }: PresetHead, angles: readonly string[]): readonly Issue[] => [
  ...angles
    .filter((angle) => !Object.hasOwn(presets, angle))
    .map((angle) => ({ path: 'presets', expected: `a preset for the angle ${angle}` })),
  ...Object.keys(presets)
    .filter((angle) => !angles.includes(angle))
    .map((angle) => ({
      path: `presets.${angle}`,
      expected: `the id of one of the camera's angles: ${angles.join(', ')}`,
    })),
];

/** A camera that recalls presets. */
export interface PresetCamera {
  readonly isConnected: boolean;
  /** The preset that the camera shows; undefined if that isn't known. */
  readonly preset: number | undefined;
  readonly recall: (preset: number) => SendResult;
  /** Fails the pending recall: the studio file has changed the record that sent it. */
  readonly failRecall?: (message: string) => void;
  readonly close: () => void;
  /** Resolves once the camera has been sent what ends the connection. */
  readonly whenClosed?: () => Promise<void>;
}

const presetOf = ({ presets }: PresetHead, angle: string): number | undefined =>
  Object.hasOwn(presets, angle) ? presets[angle] : undefined;

const angleOf = ({ presets }: PresetHead, preset: number | undefined): string | null =>
  Object.entries(presets).find(([, one]) => one === preset)?.[0] ?? null;

const noPreset = (record: string, angle: string): SendResult =>
  E.left(failure('conflict', `the angle "${angle}" of the camera "${record}" has no preset`));

/** Returns the connection to one camera. `open` receives what to call after each change of the camera. */
export const presetCameras = (
  attachments: Pick<Attachments<never, PresetHead, never>, 'heads'>,
  deps: Pick<ConnectionDeps, 'id' | 'changed'>,
  open: (changed: () => void) => PresetCamera,
): Connection<never, PresetHead, never> => {
  let { heads } = attachments;
  /** The record that sent the last recall. */
  let recalling: string | undefined;
  const camera = open(() => {
    for (const record of heads.keys()) deps.changed(record);
  });
  return {
    cameras: {
      send: ({ camera: record, angle }) => {
        const head = heads.get(record);
        const preset = head && presetOf(head, angle);
        if (!camera.isConnected) return notConnected('camera', record, deps.id);
        if (preset === undefined) return noPreset(record, angle);
        recalling = record;
        return camera.recall(preset);
      },
      angle: (record) => {
        const head = heads.get(record);
        return head === undefined ? null : angleOf(head, camera.preset);
      },
      connected: () => camera.isConnected,
    },
    follow: (followed) => {
      if (recalling !== undefined && !isEqual(heads.get(recalling), followed.heads.get(recalling)))
        camera.failRecall?.(studioFileChanged);
      ({ heads } = followed);
    },
    close: () => {
      camera.close();
    },
    whenClosed: async () => camera.whenClosed?.(),
  };
};
