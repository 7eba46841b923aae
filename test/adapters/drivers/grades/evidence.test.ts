// Each driver claims the grade that the evidence gives it: no higher one, and no lower one.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import {
  connectionDrivers,
  connectionGrades,
  type ConnectionProtocol,
} from '../../../../infra/service/connection-drivers.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';
import { gradeOf, reports, rules, type Rule } from './evidence.js';

const protocols = Object.keys(connectionDrivers) as ConnectionProtocol[];

it.each(protocols)('%s has the grade that it claims', (protocol) => {
  expect(connectionGrades[protocol]).toBe(gradeOf(protocol));
});

it('a driver that lacks one rule has the grade below it, however many of the others it keeps', () => {
  const kept = { file: 'README.md', shows: 'something' };
  const without = (missed: Rule | undefined): readonly Rule[] =>
    rules.map((one) => ({ ...one, find: () => (one === missed ? [] : [kept]) }));
  const gradeWithout = (missed: Rule | undefined) => gradeOf('tcp', without(missed));
  expect(gradeWithout(undefined)).toBe('lived with');
  const below = { basic: undefined, proven: 'basic', 'lived with': 'proven' } as const;
  for (const missed of rules) expect(gradeWithout(missed)).toBe(below[missed.grade]);
});

it('the form for reports offers every driver', () => {
  const form = parse(readFileSync('.github/ISSUE_TEMPLATE/equipment.yml', 'utf8')) as {
    readonly body: readonly { readonly attributes: { readonly options?: readonly string[] } }[];
  };
  expect(form.body[0]?.attributes.options).toEqual(protocols.toSorted());
});

it('a report of a device without one of its fields is refused, and names the field', () => {
  const report = {
    ...{ protocol: 'vmix', device: 'vMix 28 4K', firmware: '28.0.0.36', version: '0.1.0', date: '2026-01-31' },
    ...{ by: 'A studio', seen: 'Plays and cues clips since a year, four hours a day.' },
  };
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'vmix.yaml'), stringify(report));
  expect(reports(folder)).toMatchObject([report]);
  writeFileSync(join(folder, 'vmix.yaml'), stringify({ ...report, firmware: '' }));
  expect(() => reports(folder)).toThrow('vmix.yaml: firmware');
});
