// The driver of cameras that speak VISCA over IP. A connection is one camera.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import {
  connectionDriver,
  type Attachments,
  type Connection,
  type ConnectionDeps,
} from '../../../application/connections/connection-driver.js';
import type { SendResult } from '../../../application/ports/commands.js';
import { integer, refined } from '../../../domain/codec/codec.js';
import type { ValidationIssue } from '../../../domain/codec/issues.js';
import { failure } from '../../../domain/failure.js';
import { PlayerHost } from '../../../domain/studio/player.js';
import { notConnected } from '../shared/lines.js';
import { ViscaCamera } from './camera.js';

/** The default UDP port of VISCA over IP. */
const defaultPort = 52_381;

/** Where the camera listens. */
const ViscaSettings = t.readonly(
  t.intersection([t.type({ host: PlayerHost }), t.partial({ port: integer(1, 65_535) })]),
);
type ViscaSettings = t.TypeOf<typeof ViscaSettings>;

/** Presets by the ids of angles. 255 is no preset, because that byte ends a message. */
const Presets = refined(
  t.readonly(t.record(t.string, integer(0, 254))),
  (presets) => new Set(Object.values(presets)).size === Object.keys(presets).length,
  'another preset for each angle',
  { description: "The camera's preset for each angle, by the angle's id" },
);

/** The preset of each angle. */
const ViscaHead = t.readonly(t.type({ presets: Presets }));
type ViscaHead = t.TypeOf<typeof ViscaHead>;

const presetOf = ({ presets }: ViscaHead, angle: string): number | undefined =>
  Object.hasOwn(presets, angle) ? presets[angle] : undefined;

const angleOf = ({ presets }: ViscaHead, preset: number | undefined): string | null =>
  Object.entries(presets).find(([, one]) => one === preset)?.[0] ?? null;

const noPreset = (record: string, angle: string): SendResult =>
  E.left(failure('conflict', `the angle "${angle}" of the camera "${record}" has no preset`));

type Heads = Attachments<never, ViscaHead, never>['heads'];

const open = (
  { host, port = defaultPort }: ViscaSettings,
  attachments: Pick<Attachments<never, ViscaHead, never>, 'heads'>,
  deps: ConnectionDeps,
): Connection<never, ViscaHead, never> => {
  let heads: Heads = attachments.heads;
  const camera = new ViscaCamera({ host, port }, deps, () => {
    for (const record of heads.keys()) deps.changed(record);
  });
  return {
    cameras: {
      recall: (record, angle) => {
        const head = heads.get(record);
        const preset = head && presetOf(head, angle);
        if (!camera.isConnected) return notConnected('camera', record, deps.id);
        return preset === undefined ? noPreset(record, angle) : camera.recall(preset);
      },
      angle: (record) => {
        const head = heads.get(record);
        return head === undefined ? null : angleOf(head, camera.preset);
      },
      connected: () => camera.isConnected,
    },
    follow: (followed) => {
      ({ heads } = followed);
    },
    close: () => {
      camera.close();
    },
  };
};

/** Returns an issue for each angle without a preset, and for each preset without an angle. */
const headIssues = ({ presets }: ViscaHead, angles: readonly string[]): readonly ValidationIssue[] => [
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

export const visca = connectionDriver({ settings: ViscaSettings, head: ViscaHead, headIssues, open });
