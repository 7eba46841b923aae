// Refusals of the console, and errors at fields.
import { expect, it } from 'vitest';
import {
  explain,
  isEditConflict,
  isMissing,
  isUnauthorized,
  needsCode,
  RequestRefused,
} from '../../../../../adapters/web/console/api/failure.js';
import { AccessSettings, check, DeviceSettings, fieldErrors } from '../../../../../adapters/web/console/api/rules.js';

const refused = (status: number, secondFactor?: 'code' | 'enrolment') =>
  new RequestRefused(status, 'x', 'it failed', secondFactor && { secondFactor });

it('a refusal is recognized by its status', () => {
  const kinds = (error: unknown) => [isEditConflict, isUnauthorized, isMissing].map((is) => is(error));
  expect([...[412, 401, 404, 409].map((status) => refused(status)), new Error('412')].map(kinds)).toEqual([
    [true, false, false],
    [false, true, false],
    [false, false, true],
    [false, false, false],
    [false, false, false],
  ]);
  expect([refused(401, 'code'), refused(401, 'enrolment'), refused(401)].map(needsCode)).toEqual([true, false, false]);
});

it('a refusal is a sentence, with the errors of its fields', () => {
  const texts = [refused(400), new Error('Why?'), 'x'].map(explain);
  expect(texts).toEqual(['It failed.', 'Why?', 'Something went wrong.']);
  const issues = ['listedDevices[0].address', ''].map((path) => ({ path, expected: 'an address or null' }));
  expect(fieldErrors(issues)).toEqual({ 'listedDevices[0].address': 'Enter an address.', '': 'Enter an address.' });
});

it('errors at fields state what to enter, without what only a program could enter', () => {
  const errors = check(DeviceSettings, {
    ...{ name: ' '.repeat(70), access: 'x', station: 'a\u0000', fixedAddress: '1', features: [], expiresAt: 'x' },
  });
  expect(Object.keys(errors)).toEqual([
    'name',
    'access',
    'station',
    'fixedAddress',
    'expiresAt',
    'panel',
    'operations',
  ]);
  for (const error of Object.values(errors)) {
    expect(error).toMatch(/^Enter [^A-Z].*\.$/);
    expect(error).not.toMatch(/ or null|control or|control char|a text of/);
  }
});

it('a label that looks like Whole LAN is refused by its name', () => {
  const listedDevices = [{ address: '192.168.1.20', label: 'Whole-LAN' }];
  const settings = { apiEnabled: true, accessWithoutToken: 'listed', legacyAuthorization: false, listedDevices };
  const error = 'Enter 1 to 64 characters that can be seen, other than whole-lan.';
  expect(check(AccessSettings, settings)).toEqual({ 'listedDevices[0].label': error });
});
