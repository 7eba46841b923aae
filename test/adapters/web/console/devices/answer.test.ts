// Why the last call of a device was refused, in words.
import { expect, it } from 'vitest';
import { refusalText } from '../../../../../adapters/web/console/devices/answer.js';

it.each([
  [{ status: 409, error: 'station_mismatch' }, 'Refused: another station holds the studio'],
  [{ status: 403, error: 'read_only' }, 'Refused: the device is read-only'],
  [{ status: 403, error: 'constructor' }, 'Refused: constructor'],
  [{ status: 404, error: 'not_found' }, undefined],
  [{ status: 200, error: null }, undefined],
])('@REPORT-13: %j reads %s', (answer, expected) => {
  expect(refusalText(answer)).toBe(expected);
});
