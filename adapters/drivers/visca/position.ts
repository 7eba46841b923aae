// Positions in the answers of a camera.
import type { Position } from '../shared/camera-position.js';
import type { inquiries } from './messages.js';

/** The answers to the inquiries about a position; undefined where the camera doesn't know the inquiry. */
export interface PositionAnswers {
  readonly panTilt: Uint8Array | undefined;
  readonly zoom: Uint8Array | undefined;
}

/** Makers use four or five digits for the pan, and four for the tilt. Each digit is the low half of a byte. */
const tiltDigits = 4;

/** Returns the number that digits form. */
const unsigned = (digits: Uint8Array): number => digits.reduce((sum, digit) => sum * 16 + digit, 0);

/** Returns the number that digits form as a two's complement: positions on the other side of the middle are negative. */
const signed = (digits: Uint8Array): number => {
  const range = 16 ** digits.length;
  const value = unsigned(digits);
  return value < range / 2 ? value : value - range;
};

const areDigits = (data: Uint8Array, min: number, max: number): boolean =>
  data.length >= min && data.length <= max && data.every((byte) => byte < 16);

/** Whether data answer an inquiry: they are as many digits as its answer has. */
export const fits = (inquiry: keyof typeof inquiries, data: Uint8Array): boolean =>
  inquiry === 'panTilt' ? areDigits(data, 8, 9) : areDigits(data, 4, 4);

/** Returns the position that answers state; undefined if the camera doesn't report pan and tilt. */
export const positionOf = ({ panTilt, zoom }: PositionAnswers): Position | undefined => {
  if (panTilt === undefined || !fits('panTilt', panTilt)) return undefined;
  return {
    pan: signed(panTilt.slice(0, -tiltDigits)),
    tilt: signed(panTilt.slice(-tiltDigits)),
    zoom: zoom !== undefined && fits('zoom', zoom) ? unsigned(zoom) : undefined,
  };
};
