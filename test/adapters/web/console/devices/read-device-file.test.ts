// Files of devices: what is exported can be imported unchanged, and faults name their lines.
import { describe, expect, it } from 'vitest';
import { isCopyable, splitForCopy } from '../../../../../adapters/web/console/devices/copyable.js';
import {
  devicesToCsv,
  devicesToJson,
  tokensToCsv,
} from '../../../../../adapters/web/console/devices/device-records.js';
import { placedFaults, readDeviceFile } from '../../../../../adapters/web/console/devices/read-device-file.js';
import type { DeviceOverview } from '../../../../../application/console/endpoints/device-overview.js';

const device = (name: string, changes: Partial<DeviceOverview> = {}): DeviceOverview => ({
  id: name,
  name,
  access: 'read_only',
  station: null,
  fixedAddress: null,
  features: [],
  expiresAt: null,
  panel: null,
  operations: [],
  state: 'active',
  tokenState: 'active',
  issuedAt: null,
  usage: 'never_used',
  lastCall: null,
  oldToken: null,
  ...changes,
});

const read = (...lines: readonly string[]) => readDeviceFile(lines.join('\n'), []);
const faultsOf = (...lines: readonly string[]) => read(...lines).faults;

describe('an exported file', () => {
  const names = ['=1+1', '+1', '-1', '@a', "'=1", "''-1", "'a", "O'Neil", 'a, "b"; c', 'Köln'];
  const pulse = { operation: 'signal.pulse', with: { id: 'door', ms: '50' } };
  const operations = [pulse, { operation: 'variable.set', with: { name: 'Headline', value: 'On "air", now' } }];
  const limits = { features: ['signals', 'outputs'], panel: 'desk', operations } as const;
  const devices = names.map((name) => device(name, { ...limits, fixedAddress: '10.0.0.1' }));

  it.each([
    ['CSV', devicesToCsv(devices)],
    ['JSON', devicesToJson(devices)],
  ])('is imported from %s with the same names and settings', (_, text) => {
    const { devices: found, faults } = readDeviceFile(text, []);
    expect(faults).toEqual([]);
    expect(found.map(({ settings }) => settings)).toEqual(
      names.map((name) => ({
        ...{ name, access: 'read_only', station: null, fixedAddress: '10.0.0.1' },
        ...{ ...limits, expiresAt: null },
      })),
    );
  });

  it('has the last call of each device, with its answer', () => {
    const lastCall = { time: '2021-03-01T12:00:00.000Z', address: '10.0.0.2' };
    const answers = [{ status: 200, error: null }, { status: 403, error: 'read_only' }, null];
    const lines = devicesToCsv(answers.map((answer) => device('A', { lastCall: { ...lastCall, answer } }))).split(
      '\r\n',
    );
    expect(lines.slice(1, 4).map((line) => line.split(',').slice(-3))).toEqual(
      ['200', '403 read_only', ''].map((text) => [lastCall.time, lastCall.address, text]),
    );
  });

  it('has no cell that a spreadsheet runs as a formula', () => {
    expect(devicesToCsv([device('=1+1'), device('@a')])).not.toMatch(/(^|,|\n)"?[=+\-@]/);
    expect(tokensToCsv([{ name: '=1+1', token: 'svc_0' }])).toBe("name,token\r\n'=1+1,svc_0\r\n");
  });
});

describe('a fault of a CSV file', () => {
  it.each([
    ['after empty lines', ['', 'name,access', '', 'New,all'], /^Line 4, access: /],
    [
      'after a cell of several lines',
      ['name,access,station', '"A\nB",read_only,alpha', 'New,all,'],
      /^Line 4, access: /,
    ],
    [
      'after cells with line breaks of any kind',
      ['name,access,station', '"A\n\nB",read_only,"x\r\ny"', 'New,all,'],
      /^Line 6, access: /,
    ],
    [
      'in a row that is too short',
      ['name,access', 'A,read_only', 'New'],
      /^Line 3: the number of cells is 1, expected 2/,
    ],
    ['in a row that is too long', ['name,access', 'A,read_only,x'], /^Line 2: the number of cells is 3, expected 2/],
    ['in a quote', ['name,access', 'A,read_only', '"New,read_only'], /^Line 3: .*quote/i],
    ['in the head', ['', 'name,acces,access'], /^Line 2: “acces” is not known/],
  ])('%s names its line', (_, lines, fault) => {
    expect(faultsOf(...lines).find((text) => fault.test(text))).toBeDefined();
  });

  it('names each duplicate column once', () => {
    expect(faultsOf('name,access,name,name', 'A,read_only,B,C')).toEqual([
      'Line 1: the column “name” is there more than once.',
    ]);
  });

  it('is a name in any case that the studio or an earlier line has', () => {
    const lines = ['name,access', 'Desk,read_only', 'DESK,read_only', 'Panel,read_only'];
    expect(readDeviceFile(lines.join('\n'), ['panel']).faults).toEqual([
      'Line 3, name: “DESK” is the name of Line 2.',
      'Line 4, name: “Panel” is the name of a device of the studio.',
    ]);
  });

  it('are separated as the names of the columns are, whatever their cells contain', () => {
    const file = read('name;access;features', 'Desk;read_only;signals,outputs,cameras,macros,variables');
    expect([file.faults, file.devices[0]?.settings.features.length]).toEqual([[], 5]);
  });

  it('that the console finds is at the place of its device, beside revoked ones', () => {
    const file = read('name,access,state', 'Old,read_only,revoked', 'A,read_only,active', 'B,read_only,active');
    expect([file.faults, file.revoked]).toEqual([[], 1]);
    const paths = ['devices[0].name', 'devices[1]', 'devices[2]'];
    expect(
      placedFaults(
        paths.map((path) => ({ path, expected: 'another' })),
        file,
      ),
    ).toEqual(['Line 3, name: expected another', 'Line 4: expected another', 'devices[2]: expected another']);
  });

  it.each([
    ['CSV', 'name,access,state\nOld,read_only,revoked\nNew,gone,revoked\nNew,read_only,active\n'],
    [
      'JSON',
      JSON.stringify([
        { name: 'Old', access: 'read_only', expiresAt: '2020-01-01T00:00:00.000Z', state: 'revoked' },
        { name: 'New', access: 'read_only', state: 'revoked' },
        { name: 'New', access: 'read_only', state: 'active' },
      ]),
    ],
  ])(
    'in %s is neither a setting of a revoked device, nor its name that the studio or another device has',
    (_, text) => {
      const { devices, faults, revoked } = readDeviceFile(text, ['old']);
      expect([faults, revoked]).toEqual([[], 2]);
      expect(devices.map(({ settings }) => settings.name)).toEqual(['New']);
    },
  );

  it('is only the quote, if a quote is not closed', () => {
    expect(faultsOf('name,access', 'A,read_only', '"New,read_only', 'B,read_only')).toHaveLength(1);
  });

  it.each([',', ';', '\t'])('is not the separator %j, an empty line or a line end', (separator) => {
    const text = ['name,access', 'A,read_only', '', 'B,read_only', ''].join('\r\n').replaceAll(',', separator);
    expect(readDeviceFile(text, [])).toMatchObject({ faults: [], devices: [{ place: 'Line 2' }, { place: 'Line 4' }] });
  });
});

describe('a copy to another studio', () => {
  const revoked = device('Revoked', { state: 'revoked', tokenState: 'revoked' });
  const expired = device('Expired', { tokenState: 'expired', expiresAt: '2020-01-01T00:00:00.000Z' });
  const soon = device('Soon', { tokenState: 'expires_soon', expiresAt: '2099-01-01T00:00:00.000Z' });
  const desk = device('Desk');

  it('leaves out revoked and expired devices, and those whose names are taken', () => {
    expect(splitForCopy([revoked, expired, soon, desk], [device('DESK'), device('revoked')])).toEqual({
      copied: [soon],
      revoked: [revoked],
      expired: [expired],
      taken: [desk],
    });
    expect([revoked, expired, soon, desk].map(isCopyable)).toEqual([false, false, true, true]);
  });
});
