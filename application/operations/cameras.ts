// Cameras: reads, and recalling an angle.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import { described } from '../../domain/codec/codec.js';
import { Angle, Camera } from '../../domain/studio/camera.js';
import { control } from '../api/control.js';
import { someText } from '../api/parameters.js';
import { textForm } from '../api/plain-forms.js';
import { decideRecall } from '../commands/decisions.js';
import type { Cameras } from '../ports/cameras.js';
import type { Players } from '../ports/players.js';
import type { SignalLines } from '../ports/signal-lines.js';
import { currentCamera } from '../events/current-records.js';
import type { StudioState } from '../state/studio-state.js';
import { read } from '../api/read.js';
import { currentCameraTally } from '../tally/tallies.js';
import { tallyForm, tallyResult, tallyText } from './tally.js';

export interface CameraPorts {
  readonly studio: StudioState;
  readonly cameras: Cameras;
  readonly players: Players;
  readonly signalLines: SignalLines;
}

export const cameraId = described(someText, { description: 'Camera id, in any letters’ case', examples: ['cam-1'] });
const angleId = described(someText, { description: 'Angle id, in any letters’ case', examples: ['close'] });

const cameras = read({
  name: 'camera.list',
  summary: 'All cameras with their recalled angles',
  feature: 'cameras',
  path: '/cameras',
  result: { cameras: t.readonlyArray(Camera) },
  plain: (body) => String(body.cameras.length),
  run: (ports: CameraPorts) => E.right({ cameras: ports.studio.records.cameras.all.map(currentCamera(ports)) }),
});

const camera = read({
  name: 'camera.get',
  summary: 'One camera',
  feature: 'cameras',
  path: '/cameras/:id',
  params: { id: cameraId },
  result: { camera: Camera },
  plain: (body) => body.camera.angle ?? '',
  plainForm: textForm(
    'Id of the recalled angle; empty before the first recall, and while the camera is not connected',
    'wide',
  ),
  run: (ports: CameraPorts, { id }) =>
    pipe(
      ports.studio.records.cameras.find(id),
      E.map((found) => ({ camera: currentCamera(ports)(found) })),
    ),
});

const angles = read({
  name: 'camera.angles',
  summary: 'The angles of a camera',
  feature: 'cameras',
  path: '/cameras/:id/angles',
  params: { id: cameraId },
  result: { angles: t.readonlyArray(Angle) },
  plain: (body) => String(body.angles.length),
  run: (ports: CameraPorts, { id }) =>
    pipe(
      ports.studio.records.cameras.find(id),
      E.map((found) => ({ angles: found.angles })),
    ),
});

const recall = control({
  name: 'camera.recall',
  summary: 'Recall an angle of a camera',
  feature: 'cameras',
  path: '/cameras/:id/angles/:angle/recall',
  params: { id: cameraId, angle: angleId },
  result: { camera: Camera },
  run: (ports: CameraPorts, input) =>
    pipe(
      decideRecall(ports, { camera: input.id, angle: input.angle }),
      E.map(({ record, command }) => ({
        commands: [command],
        result: () => ({ camera: currentCamera(ports)(record) }),
      })),
    ),
});

const tally = read({
  name: 'camera.tally',
  summary: 'Whether the picture of a camera is on air',
  feature: 'cameras',
  path: '/cameras/:id/tally',
  params: { id: cameraId },
  result: tallyResult,
  plain: tallyText,
  plainForm: tallyForm,
  run: (ports: CameraPorts, { id }) =>
    pipe(
      ports.studio.records.cameras.find(id),
      E.map((found) => ({ value: currentCameraTally(ports)(found) })),
    ),
});

export const cameraOperations = [cameras, camera, angles, tally, recall];
