// Cameras and their angles.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { CameraDefinition, findAngle } from '../../../domain/studio/camera.js';
import { nearestIn } from '../fixtures.js';

const host = {
  id: 'cam-1',
  name: 'Host',
  angles: [
    { id: 'wide', name: 'Wide' },
    { id: 'Close', name: 'Close-up' },
  ],
};

describe('an angle', () => {
  it('is found by id, ignoring case', () => {
    expect(findAngle(host, 'close')).toEqual(E.right({ id: 'Close', name: 'Close-up' }));
    expect(findAngle(host, 'WIDE')).toEqual(E.right({ id: 'wide', name: 'Wide' }));
    const angle = { id: 'u\u0308ber', name: 'Above' };
    expect(findAngle({ ...host, angles: [angle] }, '\u00dcber')).toEqual(E.right(angle));
  });

  it('is found by nothing else', () => {
    expect(findAngle(host, 'Close-up')).toMatchObject(
      E.left({ code: 'not_found', message: 'the camera "cam-1" has no angle "Close-up"' }),
    );
  });

  it('@ERROR-26: that doesn’t exist may be meant to be the nearest one', () => {
    expect(nearestIn(findAngle(host, 'wid'))).toBe('"wide"');
    expect(nearestIn(findAngle(host, 'Close-up'))).toBe('"Close" (Close-up)');
    expect(nearestIn(findAngle(host, 'profile'))).toBeUndefined();
  });

  it('has a unique id', () => {
    expect(CameraDefinition.is(host)).toBe(true);
    expect(CameraDefinition.is({ ...host, angles: [...host.angles, { id: 'WIDE', name: 'Other' }] })).toBe(false);
  });
});
