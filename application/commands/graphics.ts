// The graphics of all scenes: finding them, and keeping those that are on air up to date.
import * as E from 'fp-ts/lib/Either.js';
import { failure, type Failure } from '../../domain/failure.js';
import type { Graphic, GraphicDefinition } from '../../domain/studio/graphic.js';
import type { StudioLayout } from '../../domain/studio/layout.js';
import type { OutputDefinition } from '../../domain/studio/output.js';
import type { SendResult } from '../ports/commands.js';
import type { Players } from '../ports/players.js';
import { changeNotifier, type Watch } from '../ports/watch.js';
import { SceneGraphic, type GraphicDeps } from './scene-graphic.js';

/** A scene that has a graphic: the ids of its output and of the scene. */
export interface GraphicScene {
  readonly output: string;
  readonly scene: string;
}

/** The graphics of a studio. They follow its layout. */
export interface Graphics {
  /** Returns the graphic of a scene; undefined if the scene has none. */
  readonly find: (place: GraphicScene) => SceneGraphic | undefined;
  /** Returns the graphic of a scene as callers read it; null if the scene has none. */
  readonly record: (place: GraphicScene) => Graphic | null;
  /** Shows the graphic of a scene with the variables of a station; `not_found` if the scene has none. */
  readonly show: (place: GraphicScene, station: string | null) => SendResult;
  /** Takes the graphic of a scene off air; `not_found` if the scene has none. */
  readonly hide: (place: GraphicScene) => SendResult;
  /** Reports the id of an output when its player or one of its graphics may have changed. */
  readonly watch: Watch;
  /** Updates nothing more. Called when the service stops. */
  readonly end: () => void;
}

/** The failure of a command to a scene without a graphic. */
export const noGraphic = ({ output, scene }: GraphicScene): Failure =>
  failure('not_found', `the scene "${scene}" of the output "${output}" has no graphic`);

/** Graphics by the id of their scene. */
type GraphicsOfOutput = Map<string, SceneGraphic>;

const endAll = (own: Iterable<SceneGraphic>): void => {
  for (const graphic of own) graphic.end();
};

/** Keeps the graphics of scenes that still have one, ends the others, and makes those that are missing. */
const followOutput = (
  own: GraphicsOfOutput,
  { graphics = [] }: Pick<OutputDefinition, 'graphics'>,
  make: (definition: GraphicDefinition) => SceneGraphic,
): void => {
  const scenes = new Set(graphics.map(({ scene }) => scene));
  for (const [scene, graphic] of own) {
    if (scenes.has(scene)) continue;
    graphic.end();
    own.delete(scene);
  }
  for (const definition of graphics) {
    const existing = own.get(definition.scene);
    if (existing === undefined) own.set(definition.scene, make(definition));
    else existing.define(definition);
  }
};

/** All graphics of a layout, by the id of their output. */
class GraphicsOfLayout {
  readonly #byOutput = new Map<string, GraphicsOfOutput>();

  constructor(private readonly make: (output: string, definition: GraphicDefinition) => SceneGraphic) {}

  /** Returns the graphics of an output. */
  of(output: string): GraphicsOfOutput {
    return this.#byOutput.get(output) ?? new Map<string, SceneGraphic>();
  }

  get all(): readonly SceneGraphic[] {
    return [...this.#byOutput.values()].flatMap((own) => [...own.values()]);
  }

  follow({ outputs }: Pick<StudioLayout, 'outputs'>): void {
    const ids = new Set(outputs.map(({ id }) => id));
    for (const [id, own] of this.#byOutput) {
      if (ids.has(id)) continue;
      endAll(own.values());
      this.#byOutput.delete(id);
    }
    for (const output of outputs) {
      const own = this.of(output.id);
      this.#byOutput.set(output.id, own);
      followOutput(own, output, (definition) => this.make(output.id, definition));
    }
  }
}

/** Passes what the player of an output reports to its graphics. */
const report = (players: Players, output: string, own: GraphicsOfOutput): void => {
  if (own.size === 0) return;
  const { connected: isConnected, scenes } = players.state(output);
  for (const { id, graphicShown: isShown } of scenes) own.get(id)?.report({ isConnected, isShown });
};

/** Returns the graphics of a studio, and keeps those that are on air up to date. */
export const graphics = (deps: GraphicDeps): Graphics => {
  const { studio, players } = deps;
  const { watch, notify } = changeNotifier();
  const current = new GraphicsOfLayout(
    (output, definition) =>
      new SceneGraphic(output, definition, deps, () => {
        notify(output);
      }),
  );
  const followLayout = (): void => {
    current.follow(studio.layout);
    for (const { id } of studio.layout.outputs) report(players, id, current.of(id));
  };
  const find: Graphics['find'] = ({ output, scene }) => current.of(output).get(scene);
  followLayout();
  players.watch((output) => {
    report(players, output, current.of(output));
    notify(output);
  });
  const unsubscribes = [
    studio.watchLayout(followLayout),
    studio.watch((change) => {
      for (const graphic of current.all) graphic.follow(change);
    }),
  ];
  return {
    find,
    record: (place) => find(place)?.record ?? null,
    show: (place, station) => find(place)?.show(station) ?? E.left(noGraphic(place)),
    hide: (place) => find(place)?.hide() ?? E.left(noGraphic(place)),
    watch,
    end: () => {
      for (const unsubscribe of unsubscribes) unsubscribe();
      endAll(current.all);
    },
  };
};
