// Changes of several devices at once.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { conflicting } from '../../../domain/failure.js';
import { addDevices, changeDevices, revokeDevices, type AddedDevice } from '../../../domain/devices/bulk.js';
import { maxDevices, type Device, type Devices } from '../../../domain/devices/device.js';
import { hashToken, panel, token } from '../fixtures.js';

const desk: Device = { ...panel, id: 'desk', name: 'Desk', tokenHash: hashToken(token(2)) };
const both: Devices = [panel, desk];

const { access, station, fixedAddress, features, expiresAt, operations } = panel;
const shared = { access, station, fixedAddress, features, expiresAt, panel: null, operations };
const issued = { tokenHash: hashToken(token(3)), issuedAt: '2021-03-01T12:00:00.000Z' };
const added = (name: string, id = name): AddedDevice => ({ settings: { ...shared, name }, id, token: issued });

describe('revoking several devices', () => {
  it('revokes those that are listed, and no other', () => {
    expect(revokeDevices(['desk', 'nobody'])(both)).toEqual(E.right([panel, { ...desk, state: 'revoked' }]));
  });
});

describe('changing several devices', () => {
  it('changes the given settings of those devices only', () => {
    const changes = { access: 'read_only', station: 'alpha' } as const;
    const other = { ...desk, id: 'other', name: 'Other' };
    expect(changeDevices(['panel', 'desk'], changes)([...both, other])).toEqual(
      E.right([{ ...panel, ...changes }, { ...desk, ...changes }, other]),
    );
  });

  it('changes none if one is not listed', () => {
    expect(changeDevices(['panel', 'nobody'], { access: 'read_only' })(both)).toEqual(
      E.left({ code: 'not_found', message: 'no device has the id "nobody"' }),
    );
  });
});

describe('adding several devices', () => {
  it('puts them at the end of the list, active, with their hashes', () => {
    const expected = ['New', 'Newer'].map((name) => ({
      ...shared,
      name,
      id: name,
      state: 'active',
      ...issued,
      tokenNumber: 1,
      oldToken: null,
    }));
    expect(addDevices([added('New'), added('Newer')])(both)).toEqual(E.right([...both, ...expected]));
  });

  it('names each name that is taken or occurs twice by its place', () => {
    expect(addDevices([added('New'), added('DESK'), added('new'), added('Ｄｅｓｋ'), added('NEW')])(both)).toEqual(
      E.left(
        conflicting(
          ['DESK', 'new', 'Ｄｅｓｋ', 'NEW'].map((name, index) => ({
            path: `devices[${String(index + 1)}].name`,
            expected: `a name that no ${index % 2 === 0 ? 'device on the list' : 'earlier entry'} has`,
            got: `"${name}"`,
          })),
        ),
      ),
    );
  });

  it('names at most 20 faults, and counts the others', () => {
    const refused = addDevices(Array.from({ length: 23 }, () => added('Desk')))(both);
    expect(refused).toMatchObject({
      left: { message: expect.stringMatching(/devices\[19\].*; and 3 more$/) as unknown },
    });
  });

  it('fills the list to its end', () => {
    const last = Array.from({ length: maxDevices - both.length }, (_, number) => added(`Device ${String(number)}`));
    expect(addDevices(last)(both)).toMatchObject({ right: { length: maxDevices } });
  });

  it('is refused when the list would be too long, with how many do not fit', () => {
    const many = Array.from({ length: maxDevices }, (_, number) => added(`Device ${String(number)}`));
    expect(addDevices(many)(both)).toMatchObject({
      left: { code: 'conflict', message: "the studio has 2 devices and can have 2000: 2 of 2000 don't fit" },
    });
  });
});
