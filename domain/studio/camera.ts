// Cameras and their angles; one angle is recalled at a time.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { described, field, isSameName, listOf, unique } from '../codec/codec.js';
import type { Failure } from '../failure.js';
import { Id, Name } from './common-fields.js';
import { HeadAttachment, optionalConfirmation } from './connection.js';
import { knownNames, notFound } from './nearest.js';
import { CameraShots, optionalTally } from './tally.js';

/** One angle of a camera. */
export const Angle = described(t.readonly(t.type({ id: Id, name: Name }), 'Angle'), {
  description: 'One angle of a camera',
  examples: [{ id: 'close', name: 'Close-up' }],
});
export type Angle = t.TypeOf<typeof Angle>;

/** A camera of the layout. */
export const CameraDefinition = t.readonly(
  t.intersection([
    t.type({
      id: Id,
      name: Name,
      angles: field(
        unique(listOf(Angle), ({ id }) => id, 'id'),
        'What the camera can show. No two have the same id',
      ),
    }),
    t.partial({
      head: HeadAttachment,
      shownBy: field(
        CameraShots,
        "The clips whose picture is this camera's, and the signals by which a mixer shows it, at least one. They decide its tally",
      ),
    }),
  ]),
);
export type CameraDefinition = t.TypeOf<typeof CameraDefinition>;

/** A camera, as callers read it. */
export const Camera = described(
  t.readonly(
    t.type({
      id: t.string,
      name: t.string,
      angle: described(t.union([t.string, t.null]), {
        description: 'Id of the recalled angle; null before the first recall, and while the camera is not connected',
      }),
      connected: described(t.boolean, { description: 'Whether the camera is connected' }),
      tally: optionalTally,
      confirmedBy: optionalConfirmation,
    }),
    'Camera',
  ),
  {
    description: 'A camera and its recalled angle',
    examples: [{ id: 'cam-1', name: 'Host', angle: 'wide', connected: true, tally: 'program' }],
  },
);
export type Camera = t.TypeOf<typeof Camera>;

/** Finds an angle of a camera by id, ignoring case. */
export const findAngle = ({ id, angles }: CameraDefinition, reference: string): E.Either<Failure, Angle> =>
  E.fromNullable(
    notFound('angle', reference, `the camera "${id}" has no angle "${reference}"`, () =>
      angles.flatMap((angle) => knownNames(angle.id, [], [angle.name])),
    ),
  )(angles.find((angle) => isSameName(angle.id, reference)));
