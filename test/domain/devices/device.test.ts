// Control devices: adding, changing, revoking and removing.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import {
  addDevice,
  changeDevice,
  removeDevice,
  revokeDevice,
  type Device,
  type Devices,
} from '../../../domain/devices/device.js';
import { hashToken, panel, rightOf, token } from '../fixtures.js';

const { name, access, station, fixedAddress, features, expiresAt, operations } = panel;
const settings = { name, access, station, fixedAddress, features, expiresAt, panel: null, operations };
const issued = { tokenHash: hashToken(token(3)), issuedAt: '2021-03-01T12:00:00.000Z' };
const desk: Device = { ...panel, id: 'desk', name: 'Desk', tokenHash: hashToken(token(2)) };
const both: Devices = [panel, desk];

const noSuch = E.left({ code: 'not_found', message: 'no device has the id "nobody"' });
const taken = E.left({ code: 'conflict', message: 'a device named "DESK" is already on the list' });

describe('adding a device', () => {
  it('puts it at the end of the list, active, with its hash', () => {
    const added = addDevice({ ...settings, name: 'New' }, 'new', issued)(both);
    expect(added).toEqual(
      E.right([
        ...both,
        { ...settings, name: 'New', id: 'new', state: 'active', ...issued, tokenNumber: 1, oldToken: null },
      ]),
    );
  });

  it('is refused when a device has its token, also an old one', () => {
    const conflict = E.left({ code: 'conflict', message: 'a device has this token already' });
    const oldToken = { tokenHash: issued.tokenHash, state: 'active', endsAt: issued.issuedAt } as const;
    const add = addDevice({ ...settings, name: 'New' }, 'new', issued);
    expect(add([{ ...panel, tokenHash: issued.tokenHash }])).toEqual(conflict);
    expect(add([{ ...panel, oldToken }])).toEqual(conflict);
  });

  it('is refused when its name is taken, ignoring case', () => {
    expect(addDevice({ ...settings, name: 'DESK' }, 'new', issued)(both)).toEqual(taken);
  });

  it('is refused when its name is taken in another width', () => {
    const wide = addDevice({ ...settings, name: 'Ｄｅｓｋ' }, 'new', issued)(both);
    expect(wide).toMatchObject({ left: { code: 'conflict' } });
  });

  it('is refused even when the name is a revoked device’s', () => {
    const revoked = rightOf(revokeDevice('desk')(both));
    expect(addDevice({ ...settings, name: 'DESK' }, 'new', issued)(revoked)).toEqual(taken);
  });
});

describe('changing a device', () => {
  it('changes the given settings of that device only', () => {
    expect(changeDevice('desk', { access: 'read_only', station: 'alpha' })(both)).toEqual(
      E.right([panel, { ...desk, access: 'read_only', station: 'alpha' }]),
    );
  });

  it('keeps id, state and tokens, whatever the changes contain', () => {
    const old = { tokenHash: hashToken(token(4)), state: 'active', endsAt: '2021-03-02T12:00:00.000Z' } as const;
    const others = { id: 'x', state: 'revoked', ...issued, tokenNumber: 9, oldToken: old } as const;
    expect(changeDevice('desk', { station: 'alpha', ...others })(both)).toEqual(
      E.right([panel, { ...desk, station: 'alpha' }]),
    );
  });

  it('may change the case of its own name, but not take another’s', () => {
    expect(changeDevice('desk', { name: 'DESK' })(both)).toEqual(E.right([panel, { ...desk, name: 'DESK' }]));
    expect(changeDevice('panel', { name: 'DESK' })(both)).toEqual(taken);
  });

  it('that looks like another by a stored name may still be changed, but not be renamed so', () => {
    const stored: Devices = [panel, { ...desk, name: 'Ｐａｎｅｌ' }];
    expect(changeDevice('desk', { access: 'read_only' })(stored)).toMatchObject({ _tag: 'Right' });
    expect(changeDevice('desk', { name: 'PANEL' })(stored)).toMatchObject({ left: { code: 'conflict' } });
  });

  it('never changes its id, state or token', () => {
    const revoked = rightOf(revokeDevice('desk')(both));
    const smuggled = { id: 'panel', state: 'active', tokenHash: hashToken(token(4)), access: 'read_only' } as const;
    expect(changeDevice('desk', smuggled)(revoked)).toEqual(
      E.right([panel, { ...desk, state: 'revoked', access: 'read_only' }]),
    );
  });
});

describe('revoking and removing', () => {
  it('keeps a revoked device on the list, however often it is revoked', () => {
    const revoked = rightOf(revokeDevice('desk')(both));
    expect(revoked).toEqual([panel, { ...desk, state: 'revoked' }]);
    expect(revokeDevice('desk')(revoked)).toEqual(E.right(revoked));
  });

  it('removes active and revoked devices', () => {
    expect(removeDevice('desk')(both)).toEqual(E.right([panel]));
    expect(removeDevice('desk')(rightOf(revokeDevice('desk')(both)))).toEqual(E.right([panel]));
  });

  it('can’t be undone: a removed device is unknown', () => {
    const removed = rightOf(removeDevice('desk')(both));
    const moves = [revokeDevice('desk'), removeDevice('desk'), changeDevice('desk', {})];
    expect(moves.map((move) => E.isLeft(move(removed)))).toEqual([true, true, true]);
  });

  it('requires the exact id', () => {
    const moves = [revokeDevice('nobody'), removeDevice('nobody'), changeDevice('nobody', { name: 'x' })];
    expect(moves.map((move) => move(both))).toEqual([noSuch, noSuch, noSuch]);
  });

  it('doesn’t modify the given list', () => {
    revokeDevice('desk')(both);
    removeDevice('desk')(both);
    changeDevice('desk', { name: 'Other' })(both);
    expect(both).toEqual([panel, desk]);
  });
});

it('refuses more than 2,000 devices', () => {
  const full: Devices = Array.from({ length: 2_000 }, (_, at) => ({ ...panel, id: String(at), name: String(at) }));
  const added = addDevice({ ...settings, name: 'New' }, 'new', issued);
  expect(added(full.slice(1))).toMatchObject({ right: { length: 2_000 } });
  expect(added(full)).toMatchObject({
    left: { code: 'conflict', message: expect.stringContaining('the studio has 2000 devices') as unknown },
  });
});
