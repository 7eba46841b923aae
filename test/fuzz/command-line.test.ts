// The programs that make input by chance refuse a wrong command line in one line.
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { readCommandLine as readSimulate } from '../simulation/command-line.js';
import { readCommandLine as readFuzz } from './command-line.js';

const project = resolve(import.meta.dirname, '../..');

it.each([
  ['fuzz', ['nowhere'], /^fuzz: expected targets among http, .*, got nowhere$/],
  ['simulation', ['--nothing'], /^simulate: Unknown option '--nothing'; expected --seed N, /],
])('%s exits with 1 and one line for %j', (program, flags, line) => {
  const command = ['--import', 'tsx', `test/${program}/run.ts`, ...flags];
  const { status, stderr } = spawnSync(process.execPath, command, { cwd: project, encoding: 'utf8' });
  expect([status, stderr.trimEnd().split('\n')]).toEqual([1, [expect.stringMatching(line)]]);
});

it.each([
  [['--input', '/nope', 'http'], "--input: expected a file, and /nope can't be read (ENOENT)"],
  [['--input', '/nope'], '--input: expected one target'],
  [['--count', 'many'], '--count: expected a whole number, got "many"'],
])('fuzz refuses %j', (flags, message) => {
  expect(() => readFuzz(['http', 'amcp'], flags)).toThrow(message);
});

it.each([
  [['--steps', '/nope'], "--steps: expected a file, and /nope can't be read (ENOENT)"],
  [['--steps', import.meta.filename], `--steps: expected a JSON list of steps in ${import.meta.filename}`],
  [['--steps', 'package.json'], '--steps: expected a JSON list of steps in package.json'],
  [
    ['--seed', '134217727', '--seeds', '2'],
    '--seeds: expected a whole number from 1 to 1 with --seed 134217727, got "2"',
  ],
])('simulate refuses %j', (flags, message) => {
  expect(() => readSimulate(flags)).toThrow(message);
});
