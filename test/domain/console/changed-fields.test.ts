// The fields of a change, before and after, and what restores them.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { maxListedDevices, type AccessConfiguration } from '../../../domain/access/configuration.js';
import { ChangedField, changedFields, redactedField } from '../../../domain/console/changed-fields.js';
import { devicePrefix, historySections, prefixesOf } from '../../../domain/console/history-section.js';
import {
  changesLost,
  earlierValues,
  restored,
  type RecordedChange,
  type RestoreScope,
} from '../../../domain/console/restoration.js';
import { configuration, hashToken, panel, rightOf, token } from '../fixtures.js';

const base = configuration({ devices: [panel] });
const listing = (...addresses: readonly string[]): AccessConfiguration => ({
  ...base,
  access: { ...base.access, listedDevices: addresses.map((address) => ({ address, label: 'Desk' })) },
});
const withPanel = (changes: Partial<typeof panel>): AccessConfiguration => ({
  ...base,
  devices: [{ ...panel, ...changes }],
});
const signalsOff: AccessConfiguration = {
  ...base,
  features: { ...base.features, signals: { read: true, control: false } },
};

describe('the fields of a change', () => {
  it('are settings before and after', () => {
    const off = { ...base, access: { ...base.access, apiEnabled: false } };
    expect(changedFields(base, off)).toEqual([
      { subject: 'access.apiEnabled', device: null, before: true, after: false, redacted: false },
    ]);
    expect(changedFields(base, signalsOff)).toEqual([
      { subject: 'features.signals.control', device: null, before: true, after: false, redacted: false },
    ]);
    expect(changedFields(base, withPanel({ station: 'alpha', features: ['signals'] }))).toEqual([
      { subject: 'devices.panel.station', device: 'Panel', before: null, after: 'alpha', redacted: false },
      { subject: 'devices.panel.features', device: 'Panel', before: [], after: ['signals'], redacted: false },
    ]);
  });

  it('are listed addresses with their place', () => {
    const ending = { address: '10.0.0.9', label: 'Guest', expiresAt: '2021-03-01T12:00:00.000Z' };
    const after = { ...base, access: { ...base.access, listedDevices: [{ address: '10.0.0.1', label: 'a' }, ending] } };
    expect(changedFields(listing('10.0.0.1'), after).map(({ before, after: now }) => [before, now])).toEqual([
      [{ address: '10.0.0.1', label: 'Desk', expiresAt: null, place: 0 }, null],
      [null, { address: '10.0.0.1', label: 'a', expiresAt: null, place: 0 }],
      [null, { ...ending, place: 1 }],
    ]);
  });

  it('are a whole device that was added, revoked or removed', () => {
    const [added] = changedFields(configuration(), base);
    expect(added).toMatchObject({ subject: 'devices.panel', device: 'Panel', before: null, after: { name: 'Panel' } });
    expect(changedFields(base, configuration())).toMatchObject([{ after: null, before: { state: 'active' } }]);
    const revoked = changedFields(base, withPanel({ state: 'revoked' }));
    expect(revoked).toMatchObject([{ before: { state: 'active' }, after: { state: 'revoked' } }]);
  });

  it('never contain a hash', () => {
    const old = { tokenHash: panel.tokenHash, state: 'active', endsAt: '2021-03-02T12:00:00.000Z' } as const;
    const issuedAt = '2021-03-01T12:00:00.000Z';
    const after = withPanel({ tokenHash: hashToken(token(2)), issuedAt, tokenNumber: 2, oldToken: old });
    const fields = changedFields(base, after);
    expect(fields).toEqual([
      { subject: 'devices.panel.tokenHash', device: 'Panel', before: null, after: issuedAt, redacted: false },
      {
        subject: 'devices.panel.oldToken',
        device: 'Panel',
        before: null,
        after: { state: 'active', endsAt: old.endsAt },
        redacted: false,
      },
    ]);
    expect(JSON.stringify([...fields, ...changedFields(configuration(), after)])).not.toMatch(/[0-9a-f]{64}/);
    for (const field of fields) expect(ChangedField.is(field)).toBe(true);
  });

  it('are recorded without tokens, encoded ones included', () => {
    const [field] = changedFields(base, withPanel({ name: `"${token(3)}"`, features: ['signals'] }));
    expect(field && redactedField(field)).toEqual({
      subject: 'devices.panel.name',
      device: '"***"',
      before: 'Panel',
      after: '"***"',
      redacted: true,
    });
    const encoded = { address: '10.0.0.1', label: `x"%73${token(1).slice(1)}\\`, expiresAt: null, place: 0 };
    const plain = { subject: 'access.listed', device: null, before: ['a'], after: encoded, redacted: false };
    expect(redactedField(plain)).toMatchObject({ before: ['a'], after: { label: 'x"***' }, redacted: true });
    const subject = `access.listed.["10.0.0.1","${token(1)}"]`;
    expect(redactedField({ ...plain, subject, before: [token(1)], after: null })).toEqual({
      ...{ subject: 'access.listed.["10.0.0.1","***"]', device: null, before: ['***'], after: null, redacted: true },
    });
    const unchanged = { subject: 'access.apiEnabled', device: null, before: true, after: null, redacted: false };
    expect(redactedField(unchanged)).toEqual(unchanged);
  });

  it('belong to sections by which they are found', () => {
    expect(historySections.map((section) => prefixesOf(section).subject)).toContain('devices.');
    expect(devicePrefix('panel')).toBe('devices.panel.');
  });
});

/** Returns the changes between each configuration and the next one. */
const changes = (...states: readonly AccessConfiguration[]): [RecordedChange, ...RecordedChange[]] =>
  states.slice(1).map((state, at) => {
    const fields = changedFields(states[at] ?? base, state);
    return { id: at + 1, action: `${fields[0]?.subject.split('.')[0]?.replace(/s$/, '') ?? ''}.set`, fields };
  }) as [RecordedChange, ...RecordedChange[]];

const undo = (scope: RestoreScope, ...states: readonly AccessConfiguration[]): AccessConfiguration => {
  const values = rightOf(earlierValues(changes(...states), scope));
  return rightOf(restored(states.at(-1) ?? base, values));
};

const refusal = (result: E.Either<{ readonly message: string }, unknown>): string =>
  E.isLeft(result) ? result.left.message : '';

describe('earlier settings', () => {
  const off = { ...base, access: { ...base.access, apiEnabled: false } };
  const offAndListed = { ...off, access: { ...off.access, accessWithoutToken: 'whole_lan' as const } };

  it('of one change are restored alone, or with the later changes of their section', () => {
    expect(undo('change', base, off, offAndListed).access).toEqual({
      ...base.access,
      accessWithoutToken: 'whole_lan',
    });
    expect(undo('section', base, off, offAndListed)).toEqual(base);
    expect(undo('section', base, signalsOff)).toEqual(base);
    expect(undo('section', base, off, base)).toEqual(base);
    expect(undo('section', base, off, { ...off, features: signalsOff.features })).toEqual(signalsOff);
  });

  it('of the list of addresses are restored at their places', () => {
    const [one, two, three] = ['10.0.0.1', '10.0.0.2', '10.0.0.3'];
    expect(undo('change', listing(one, two, three), listing(two))).toEqual(listing(one, two, three));
    expect(undo('change', listing(one), listing(one, two), listing(three, one, two))).toEqual(listing(three, one));
    const four = '10.0.0.4';
    expect(undo('section', listing(one, two, three, four), listing(one, two, four), listing(four))).toEqual(
      listing(one, two, three, four),
    );
    const ending = { address: one, label: 'Guest', expiresAt: '2021-03-01T12:00:00.000Z' };
    const guest = { ...base, access: { ...base.access, listedDevices: [ending] } };
    expect(undo('change', guest, listing(two))).toEqual(guest);
    const full = Array.from({ length: maxListedDevices }, (_, at) => `10.1.${String(at >> 8)}.${String(at % 256)}`);
    const values = rightOf(earlierValues(changes(listing(one), listing()), 'change'));
    expect(refusal(restored(listing(...full), values))).toContain('more than 2000 entries');
    expect(rightOf(restored(listing(...full.slice(1)), values)).access.listedDevices).toHaveLength(maxListedDevices);
  });

  it('of devices are restored, but not for one that was removed or whose name was taken', () => {
    const renamed = withPanel({ name: 'Rack', access: 'read_only' });
    expect(undo('change', base, renamed)).toEqual(base);
    expect(undo('change', base, renamed, configuration())).toEqual(configuration());
    const values = rightOf(earlierValues(changes(base, renamed), 'change'));
    const taken = { ...renamed, devices: [...renamed.devices, { ...panel, id: 'other' }] };
    expect(refusal(restored(taken, values))).toContain('already on the list');
  });

  it('never contain tokens, states of devices, or redacted values', () => {
    const revoked = withPanel({ state: 'revoked' });
    expect(refusal(earlierValues(changes(base, revoked), 'change'))).toContain('no settings that can be restored');
    const replaced = withPanel({ tokenHash: hashToken(token(2)), name: 'Rack' });
    expect(undo('change', base, replaced).devices).toEqual([{ ...panel, tokenHash: hashToken(token(2)) }]);
    const fields = changedFields(withPanel({ name: token(1) }), base).map(redactedField);
    expect(E.isLeft(earlierValues([{ id: 1, action: 'device.change', fields }], 'change'))).toBe(true);
  });

  it('are unknown without recorded values', () => {
    const old = { id: 9, action: 'access.set' };
    expect(refusal(earlierValues([old], 'change'))).toContain('without the values');
    const [first] = changes(base, off);
    expect(refusal(earlierValues([first, old], 'section'))).toContain('later change');
    expect(E.isRight(earlierValues([first, old], 'change'))).toBe(true);
    expect(E.isRight(earlierValues([first, { id: 10, action: 'device.add' }], 'section'))).toBe(true);
    const [ofDevice] = changes(base, withPanel({ station: 'alpha' }));
    expect(refusal(earlierValues([ofDevice, { id: 10, action: 'device.change' }], 'section'))).toContain(
      'later change',
    );
    expect(refusal(earlierValues([ofDevice, { id: 10, action: 'devices.revoke' }], 'section'))).toContain(
      'later change',
    );
    expect(E.isRight(earlierValues([ofDevice, old], 'section'))).toBe(true);
  });

  it('of a section are unknown if a later change of it has subjects but no values', () => {
    const [first] = changes(base, withPanel({ station: 'alpha' }));
    const isKnown = (...subjects: readonly string[]): boolean =>
      E.isRight(earlierValues([first, { id: 9, action: 'change.restore', subjects }], 'section'));
    expect(['devices', 'devices.panel', 'devices.panel.name'].filter((subject) => isKnown('access', subject))).toEqual(
      [],
    );
    expect(isKnown('access.apiEnabled', 'devices.panel-2', 'features.signals.read')).toBe(true);
    const [disabled] = changes(base, off);
    const listedMany = { id: 9, action: 'change.restore', subjects: ['access.listed'] };
    expect(refusal(earlierValues([disabled, listedMany], 'section'))).toContain('later change');
    expect(E.isRight(earlierValues([disabled, { ...listedMany, subjects: ['devices'] }], 'section'))).toBe(true);
  });

  it('name the later changes that are lost', () => {
    const [first, ...later] = changes(base, off, base, signalsOff);
    const values = rightOf(earlierValues([first, ...later, { id: 9, action: 'key.rotate' }], 'change'));
    expect(changesLost([...later, { id: 9, action: 'key.rotate' }], values).map(({ id }) => id)).toEqual([2]);
  });
});
