// The displays that show tallies. They follow the layout.
import type { StudioLayout } from '../../domain/studio/layout.js';
import type { TallyDestination, TallyDisplay } from '../../domain/studio/tally-destination.js';
import { reconcile } from '../commands/reconcile.js';
import type { ShownDisplay } from '../ports/tally-displays.js';
import type { StudioState } from '../state/studio-state.js';
import { tallyOfSubject } from './subjects.js';
import { watchCameraTallies, watchOutputTallies, type TallyPorts } from './tallies.js';
import { TallySender, type TallySenderDeps } from './tally-sender.js';

export interface TallyDisplayDeps extends TallySenderDeps, TallyPorts {
  readonly studio: StudioState;
}

/** Returns the name of the output or the camera that a display shows. */
const nameOf = ({ outputs, cameras }: StudioLayout, display: TallyDisplay): string =>
  ('output' in display
    ? outputs.find(({ id }) => id === display.output)
    : cameras.find(({ id }) => id === display.camera)
  )?.name ?? '';

/** A display whose tally is unknown is left out: it keeps what it shows. */
const shownOn = (deps: TallyPorts, { displays }: TallyDestination): readonly ShownDisplay[] =>
  displays.flatMap((display) => {
    const tally = tallyOfSubject(deps, display);
    const { index, label = nameOf(deps.studio.layout, display) } = display;
    return tally === null ? [] : [{ index, tally, label }];
  });

/** Sends tallies to the displays of the studio file, until the returned function is called. */
export const showTallies = (deps: TallyDisplayDeps): (() => void) => {
  const { studio } = deps;
  const senders = new Map<string, TallySender>();
  const update = (): void => {
    for (const sender of senders.values()) sender.update();
  };
  const follow = (): void => {
    reconcile(senders, studio.layout.tally?.destinations ?? [], {
      open: (destination) => new TallySender(destination, (one) => shownOn(deps, one), deps),
      serves: (sender, destination) => sender.serve(destination),
      close: (sender) => {
        sender.end();
      },
    });
    update();
  };
  follow();
  const unsubscribes = [watchOutputTallies(deps)(update), watchCameraTallies(deps)(update), studio.watchLayout(follow)];
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe();
    for (const sender of senders.values()) sender.stop();
  };
};
