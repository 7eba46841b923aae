// The help of the command line.
import { describe, expect, it } from 'vitest';
import { commands, wrongOperands } from '../../../infra/command-line/commands.js';
import { requestedInformation } from '../../../infra/command-line/help.js';
import { allSettings } from '../../../infra/settings/declared-settings.js';
import { flagOf } from '../../../infra/settings/setting.js';
import { parts } from '../../../infra/command-line/start.js';
import { version } from '../../../infra/machine/version.js';

const helpOf = (...argv: readonly string[]): string => requestedInformation([...argv, '--help'])?.join('\n') ?? '';

describe('@START-13: the help', () => {
  it('lists all parts and commands', () => {
    for (const name of [...Object.keys(parts), ...Object.keys(commands)])
      expect(helpOf()).toMatch(new RegExp(`^  ${name} .*\\w`, 'm'));
  });

  it.each(Object.keys(parts))('of the part %s describes it, and lists settings with their defaults', (name) => {
    expect(helpOf(name)).toMatch(new RegExp(`^Usage: studio-control ${name} `));
    expect(helpOf(name)).toMatch(/^ {2}--data-dir +folder of everything that is stored \(default: \.\/data\)$/m);
  });

  it.each(Object.keys(commands))('of the command %s describes it', (name) => {
    const printed = helpOf(...name.split(' '));
    expect(printed).toMatch(new RegExp(`^Usage: studio-control ${name}`));
    expect(printed).toContain(commands[name]?.summary);
  });

  it('of the part console lists its commands', () => {
    expect(helpOf('console')).toMatch(/^ {2}console backup FILE \[--replace\] +Back up/m);
    expect(helpOf('service')).not.toContain('Commands');
  });

  it('of all parts and of the demo lists every setting', () => {
    const listed = helpOf('all') + helpOf('demo');
    const missing = Object.keys(allSettings).filter((name) => !listed.includes(`--${flagOf(name)} `));
    expect(missing).toEqual([]);
  });

  it('is printed for -h too, and for no other argument', () => {
    expect(requestedInformation(['-h'])).toEqual(requestedInformation(['--help']));
    expect(requestedInformation(['service', '--port', '1'])).toBeUndefined();
  });
});

describe('@START-13: the version', () => {
  it('is printed in one line', () => {
    expect(requestedInformation(['service', '--version'])).toEqual([`studio-control ${version}`]);
  });
});

describe('operands', () => {
  it.each([
    [['FILE'], [], 'check: expected FILE'],
    [['FILE'], ['a', 'b'], 'check: expected nothing more, got "b"'],
    [['FILE'], ['a'], undefined],
    [['[FILE]'], [], undefined],
    [[], ['a'], 'check: expected nothing more, got "a"'],
  ])('%j given %j: %s', (expected, given, problem) => {
    expect(wrongOperands('check', expected, given)).toBe(problem);
  });
});
