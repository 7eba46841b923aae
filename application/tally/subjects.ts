// The tally of what a record follows or shows.
import type { TallySubject } from '../../domain/studio/tally-subject.js';
import type { Tally } from '../../domain/studio/tally.js';
import { currentCameraTally, currentOutputTally, type CurrentTallyPorts } from './tallies.js';

/** Returns the tally of an output or a camera of the layout in force; null if it is unknown. */
export const tallyOfSubject = (ports: CurrentTallyPorts, subject: TallySubject): Tally | null => {
  if ('output' in subject) return currentOutputTally(ports)({ id: subject.output });
  const camera = ports.studio.layout.cameras.find(({ id }) => id === subject.camera);
  return camera === undefined ? null : currentCameraTally(ports)(camera);
};
