// Raises an alarm for each output whose graphic on air did not get its new texts (ALARM-11).
import type { OutputDefinition } from '../../domain/studio/output.js';
import type { Graphics } from '../commands/graphics.js';
import type { StudioState } from '../state/studio-state.js';
import type { Alarms } from './alarms.js';

/** What watches the graphics. */
export interface GraphicAlarmsDeps {
  readonly alarms: Pick<Alarms, 'raise' | 'clear'>;
  readonly studio: Pick<StudioState, 'layout' | 'watchLayout'>;
  readonly graphics: Pick<Graphics, 'record' | 'watch'>;
}

const faultsOf = ({ graphics }: GraphicAlarmsDeps, { id, scenes }: OutputDefinition): readonly string[] =>
  scenes.flatMap((scene) => {
    const error = graphics.record({ output: id, scene })?.error ?? null;
    return error === null ? [] : [`in the scene "${scene}": ${error}`];
  });

/** Watches the graphics. Returns a function that stops watching; open alarms stay open. */
export const watchGraphics = (deps: GraphicAlarmsDeps): (() => void) => {
  const { alarms, graphics, studio } = deps;

  const update = (output: OutputDefinition): void => {
    const faults = faultsOf(deps, output);
    if (faults.length === 0) alarms.clear('graphic_failed', output.id);
    else {
      const message = `a graphic of the output "${output.name}" did not get its new texts ${faults.join('; ')}`;
      alarms.raise('graphic_failed', output.id, message);
    }
  };

  const unsubscribes = [
    graphics.watch((id) => {
      studio.layout.outputs.filter((output) => output.id === id).forEach(update);
    }),
    studio.watchLayout(() => {
      studio.layout.outputs.forEach(update);
    }),
  ];
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe();
  };
};
