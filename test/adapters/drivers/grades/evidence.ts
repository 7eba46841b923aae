// The rules of the drivers' grades, and the evidence for each driver: rows of the tables of tests, recordings of real equipment, counts
// of survived failures, and reports of who lives with a device.
import { globSync, readFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { parse } from 'yaml';
import { driverGrades, type DriverGrade } from '../../../../application/connections/connection-driver.js';
import { oneOf, text } from '../../../../domain/codec/codec.js';
import { decodeOrFailure } from '../../../../domain/failure.js';
import { connectionDrivers, type ConnectionProtocol } from '../../../../infra/service/connection-drivers.js';
import { readRecording } from '../replay.js';

const root = resolve(import.meta.dirname, '../../../..');
const drivers = 'test/adapters/drivers';

/** The failures at random moments that a proven driver has survived. */
const provenFailures = 10_000;

/** A file of the project that is evidence, and what it shows. */
interface Evidence {
  readonly file: string;
  readonly shows: string;
}

/** A rule of a grade. `find` returns the evidence for a driver; none if the driver doesn't keep the rule. */
export interface Rule {
  readonly grade: DriverGrade;
  /** What a driver has that keeps it. */
  readonly name: string;
  readonly rule: string;
  readonly find: (protocol: ConnectionProtocol) => readonly Evidence[];
}

const contentOf = (file: string): string => readFileSync(resolve(root, file), 'utf8');

/** The tests of drivers that take no commands, which the tables of commands have no rows for. */
const uncommanded: Readonly<Partial<Record<ConnectionProtocol, string>>> = { tsl: `${drivers}/tsl/mixer.test.ts` };

/** Returns a table of tests as evidence if a protocol has a row there. */
const rowIn =
  (file: string, shows: string): Rule['find'] =>
  (protocol) => {
    const own = uncommanded[protocol];
    if (own !== undefined) return [{ file: own, shows }];
    return new RegExp(`(^\\s*|[[{,]\\s*)'?${protocol}'?\\s*[:,]`, 'm').test(contentOf(file)) ? [{ file, shows }] : [];
  };

const pageOf: Rule['find'] = (protocol) =>
  ['docs/devices.md', ...globSync('docs/devices/*.md', { cwd: root })]
    .filter((file) => basename(file) !== 'templates.md' && contentOf(file).includes(`protocol: ${protocol}`))
    .map((file) => ({ file, shows: 'its page' }));

/** What can't be found: people define its messages, it connects by itself, or it is the machine. */
const unidentified: readonly ConnectionProtocol[] = ['tcp', 'udp', 'osc', 'tsl', 'gpio'];

const discoveryOf: Rule['find'] = (protocol) => {
  if (unidentified.includes(protocol)) return [{ file: 'docs/devices.md', shows: 'nothing identifies it' }];
  return connectionDrivers[protocol].discovery === undefined
    ? []
    : [{ file: `adapters/drivers/${protocol}`, shows: 'a probe' }];
};

/** Tests of CI against a program that studios use, and recordings of equipment. */
const real: Readonly<Partial<Record<ConnectionProtocol, readonly Evidence[]>>> = {
  casparcg: [
    { file: `${drivers}/casparcg/debian-engine.test.ts`, shows: 'CasparCG Server 2.3.2 of Debian' },
    { file: 'test/recordings/casparcg-2.5.0-amcp.txt', shows: 'a recording of CasparCG Server 2.5.0' },
  ],
  obs: [{ file: `${drivers}/obs/engine.test.ts`, shows: 'OBS Studio' }],
  mqtt: [{ file: `${drivers}/mqtt/mosquitto.test.ts`, shows: 'the broker Mosquitto' }],
  atem: [{ file: `${drivers}/atem/recordings.test.ts`, shows: 'recordings of eight switchers' }],
};

/** The recordings that were contributed, by the protocol of their connection. Those of simulated equipment prove nothing. */
const contributed: readonly (Evidence & { readonly protocol: string })[] = globSync(`${drivers}/recordings/*.jsonl`, {
  cwd: root,
})
  .filter((file) => !basename(file).startsWith('simulated-'))
  .map((file) => ({ file, shows: 'a recording', protocol: readRecording(contentOf(file)).protocol }));

const realEquipment: Rule['find'] = (protocol) => [
  ...(real[protocol] ?? []),
  ...contributed.filter((one) => one.protocol === protocol),
];

const failuresFile = `${drivers}/grades/failures.json`;

const failuresOf: Rule['find'] = (protocol) => {
  const counts = JSON.parse(contentOf(failuresFile)) as Readonly<Record<string, number>>;
  const count = counts[protocol] ?? 0;
  return count < provenFailures ? [] : [{ file: failuresFile, shows: `${count.toLocaleString('en')} failures` }];
};

/** A report of somebody who uses a device in a studio. */
const Report = t.exact(
  t.type({
    protocol: oneOf(...(Object.keys(connectionDrivers) as ConnectionProtocol[])),
    device: text(3, 120),
    firmware: text(1, 60),
    /** The version of Studio Control. */
    version: text(1, 30),
    /** Such as 2026-01-31. */
    date: text(10, 10),
    by: text(1, 120),
    seen: text(20, 4_000),
  }),
);

const reportsFolder = join(root, drivers, 'grades/reports');

/** Returns the reports with their files. Throws if one lacks a field. */
export const reports = (folder = reportsFolder): readonly (t.TypeOf<typeof Report> & { readonly file: string })[] =>
  globSync('*.yaml', { cwd: folder }).map((name) => {
    const file = join(folder, name);
    const read = decodeOrFailure(Report, parse(readFileSync(file, 'utf8')));
    if (E.isLeft(read)) throw new Error(`${name}: ${read.left.message}`);
    return { ...read.right, file: relative(root, file) };
  });

const reportsOf: Rule['find'] = (protocol) =>
  reports()
    .filter((one) => one.protocol === protocol)
    .map(({ file, device, firmware }) => ({ file, shows: `${device}, ${firmware}` }));

/** The rules, by their grades. */
export const rules: readonly Rule[] = [
  {
    grade: 'basic',
    name: 'contract',
    rule: 'passes the contract suite of what it drives',
    find: rowIn(`${drivers}/contracts.test.ts`, 'the contract'),
  },
  {
    grade: 'basic',
    name: 'faults',
    rule: 'survives devices that go away, refuse, freeze or repeat themselves in the middle of a command',
    find: rowIn(`${drivers}/faults.test.ts`, 'faults'),
  },
  {
    grade: 'basic',
    name: 'reloads',
    rule: 'follows a new studio file, leaves no timer, and notes its wire',
    find: rowIn(`${drivers}/every-protocol.ts`, 'what every driver does'),
  },
  { grade: 'basic', name: 'page', rule: 'has a page with an example', find: pageOf },
  {
    grade: 'basic',
    name: 'discovery',
    rule: 'is found by `discover`, unless nothing identifies its equipment',
    find: discoveryOf,
  },
  {
    grade: 'proven',
    name: 'program or recording of real equipment',
    rule: 'is tested in CI with a program that studios use, or with recordings of real equipment',
    find: realEquipment,
  },
  {
    grade: 'proven',
    name: 'test with nonsense',
    rule: 'neither crashes nor believes it when equipment sends nonsense',
    find: rowIn(`${drivers}/hostile.test.ts`, 'nonsense'),
  },
  {
    grade: 'proven',
    name: 'record of 10,000 failures',
    rule: `has survived ${provenFailures.toLocaleString('en')} failures at random moments`,
    find: failuresOf,
  },
  {
    grade: 'lived with',
    name: 'report of a user',
    rule: 'is used with a named device, whose user has reported what was seen',
    find: reportsOf,
  },
];

/** Returns the highest grade whose rules, and those of all lower ones, a driver keeps; undefined if it keeps not even the lowest. */
export const gradeOf = (protocol: ConnectionProtocol, all = rules): DriverGrade | undefined => {
  const missed = driverGrades.findIndex((grade) =>
    all.some((one) => one.grade === grade && one.find(protocol).length === 0),
  );
  return driverGrades[(missed === -1 ? driverGrades.length : missed) - 1];
};
