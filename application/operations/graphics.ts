// The graphic of a scene: reading it, showing it on air and hiding it.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { failure, type Failure } from '../../domain/failure.js';
import type { GraphicAction } from '../../domain/studio/command.js';
import { Graphic } from '../../domain/studio/graphic.js';
import { Output } from '../../domain/studio/output.js';
import { findTarget, type SceneTarget } from '../commands/decisions.js';
import type { GraphicScene } from '../commands/graphics.js';
import type { SceneGraphic } from '../commands/scene-graphic.js';
import type { CallContext } from '../api/operation.js';
import { control } from '../api/control.js';
import { textForm } from '../api/plain-forms.js';
import { read } from '../api/read.js';
import { currentOutput } from '../events/current-records.js';
import { sceneId, slotKey, type OutputPorts } from './outputs.js';

/** A scene that has a graphic. */
interface GraphicTarget extends SceneTarget {
  readonly graphic: SceneGraphic;
}

const noGraphic = ({ output, scene }: SceneTarget): Failure =>
  failure('not_found', `the scene "${scene}" of the output "${output.slot}" has no graphic`);

const placeOf = ({ output, scene }: SceneTarget): GraphicScene => ({ output: output.id, scene });

/** Finds the graphic of the scene that a call names (GRAPHIC-7). */
const findGraphic = (
  ports: OutputPorts,
  named: { slot: string; scene: string | undefined },
): E.Either<Failure, GraphicTarget> =>
  pipe(
    findTarget(ports, { output: named.slot, scene: named.scene }),
    E.chain((target) => {
      const graphic = ports.graphics.find(placeOf(target));
      return graphic === undefined ? E.left(noGraphic(target)) : E.right({ ...target, graphic });
    }),
  );

const graphic = read({
  name: 'graphic.get',
  summary: 'The graphic of a scene, and whether it is on air',
  feature: 'outputs',
  path: '/outputs/:slot/graphic',
  params: { slot: slotKey },
  query: { scene: sceneId },
  result: { graphic: Graphic },
  plain: (body) => (body.graphic.shown ? '1' : '0'),
  plainForm: textForm('`1` while the graphic is on air, else `0`', '1'),
  run: (ports: OutputPorts, input) =>
    pipe(
      findGraphic(ports, input),
      E.map((found) => ({ graphic: found.graphic.record })),
    ),
});

/** Declares an action on the graphic of a scene. */
const graphicOperation = (
  verb: 'show' | 'hide',
  summary: string,
  commandFor: (target: GraphicTarget, context: CallContext) => E.Either<Failure, GraphicAction>,
) =>
  control({
    name: `graphic.${verb}`,
    summary,
    feature: 'outputs',
    stationScoped: true,
    path: `/outputs/:slot/graphic/${verb}`,
    params: { slot: slotKey },
    query: { scene: sceneId },
    result: { output: Output },
    run: (ports: OutputPorts, input, context) =>
      pipe(
        findGraphic(ports, input),
        E.bind('command', (target) => commandFor(target, context)),
        E.map(({ output, command }) => ({
          commands: [command],
          result: () => ({ output: currentOutput(ports)(output) }),
        })),
      ),
  });

const noStation = ({ scene }: SceneTarget): Failure =>
  failure(
    'conflict',
    `no station holds the studio, so the graphic of the scene "${scene}" has no texts; take the studio or name a station`,
  );

const show = graphicOperation('show', 'Show the graphic of a scene', (target, { station }) =>
  station === null && target.graphic.needsStation
    ? E.left(noStation(target))
    : E.right({ do: 'show', ...placeOf(target), station }),
);

const hide = graphicOperation('hide', 'Hide the graphic of a scene', (target) =>
  E.right({ do: 'hide', ...placeOf(target) }),
);

export const graphicOperations = [graphic, show, hide];
