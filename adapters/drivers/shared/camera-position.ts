// Positions of a camera's head, in the camera's own steps.

/** Pan and tilt, and the zoom if the camera reports it. */
export interface Position {
  readonly pan: number;
  readonly tilt: number;
  readonly zoom: number | undefined;
}

/** The largest difference between two reports of one position, in steps. Motors settle after a movement. */
const toleranceSteps = 10;

const isClose = (one: number, other: number): boolean => Math.abs(one - other) <= toleranceSteps;

/** Whether two positions are the same. */
export const isSamePosition = (one: Position, other: Position): boolean =>
  isClose(one.pan, other.pan) &&
  isClose(one.tilt, other.tilt) &&
  (one.zoom === undefined || other.zoom === undefined ? one.zoom === other.zoom : isClose(one.zoom, other.zoom));
