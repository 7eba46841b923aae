// Pictures of tallies, for devices that show only pictures.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import { described } from '../../domain/codec/codec.js';
import { optionalTally } from '../../domain/studio/tally.js';
import { optional, wholeNumber } from '../api/parameters.js';
import { read } from '../api/read.js';
import { currentCameraTally, currentOutputTally } from '../tally/tallies.js';
import { cameraId, type CameraPorts } from './cameras.js';
import { slotKey, type OutputPorts } from './outputs.js';
import { tallyText } from './tally.js';

const defaultSize = 128;

const size = described(optional(wholeNumber(16, 512, 'pixels')), {
  description: 'Width and height of the picture, in pixels',
  default: defaultSize,
  examples: [72],
});

/** What a picture shows. */
const result = { value: optionalTally, size: t.number };

const camera = read({
  name: 'camera.picture',
  summary: 'A picture of whether a camera is on air',
  feature: 'cameras',
  path: '/cameras/:id/tally.png',
  params: { id: cameraId },
  query: { size },
  result,
  plain: tallyText,
  run: (ports: CameraPorts, input) =>
    pipe(
      ports.studio.records.cameras.find(input.id),
      E.map((found) => ({ value: currentCameraTally(ports)(found), size: input.size ?? defaultSize })),
    ),
});

const output = read({
  name: 'output.picture',
  summary: 'A picture of whether an output is on air',
  feature: 'outputs',
  path: '/outputs/:slot/tally.png',
  params: { slot: slotKey },
  query: { size },
  result,
  plain: tallyText,
  run: (ports: OutputPorts, { slot, ...input }) =>
    pipe(
      ports.studio.records.outputs.find(slot),
      E.map((found) => ({ value: currentOutputTally(ports)(found), size: input.size ?? defaultSize })),
    ),
});

/** The pictures. They have no plain twins: a picture is no text. */
export const tallyPictures = [camera, output];
