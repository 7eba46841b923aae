// The units of the Debian package: what operators rely on, and limits that agree with those of the program.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { possibleConnections } from '../../../infra/machine/possible-connections.js';
import { commonSettings, consoleSettings, serviceSettings } from '../../../infra/settings/declared-settings.js';

const folder = resolve(import.meta.dirname, '../../../infra/package/debian');
const read = (file: string): string => readFileSync(join(folder, file), 'utf8');

type Unit = ReadonlyMap<string, readonly string[]>;

/** Returns the values of a unit by section and name, such as `Service.User`. */
const unitIn = (file: string): Unit => {
  const values = new Map<string, string[]>();
  let section = '';
  for (const line of read(file).split('\n')) {
    section = /^\[(\w+)\]$/.exec(line)?.[1] ?? section;
    const [, name, value = ''] = /^(\w+)=(.*)$/.exec(line) ?? [];
    const key = `${section}.${name ?? ''}`;
    if (name !== undefined) values.set(key, [...(values.get(key) ?? []), value]);
  }
  return values;
};

const parts = [
  { part: 'service', unit: unitIn('studio-control.service'), env: 'service.env', settings: serviceSettings },
  { part: 'console', unit: unitIn('studio-control-console.service'), env: 'console.env', settings: consoleSettings },
] as const;

describe.each(parts)('the unit of the $part', ({ part, unit, env, settings }) => {
  it('starts that part with its own settings, as a user of its own', () => {
    expect(unit.get('Service.ExecStart')).toEqual([`/usr/bin/studio-control ${part}`]);
    expect(unit.get('Service.EnvironmentFile')).toEqual([`-/etc/studio-control/${env}`]);
    expect([unit.get('Service.User'), unit.get('Service.Group')]).toEqual([['studio-control'], ['studio-control']]);
    expect(unit.get('Service.Environment')).toContain('DATA_DIR=/var/lib/studio-control');
  });

  it('starts it with the machine and after each end, and reports that it is ready and alive', () => {
    expect(unit.get('Install.WantedBy')).toEqual(['multi-user.target']);
    expect([unit.get('Service.Restart'), unit.get('Service.RestartSec')]).toEqual([['always'], ['2']]);
    expect([unit.get('Service.Type'), unit.get('Service.NotifyAccess')]).toEqual([['notify'], ['all']]);
    expect(Number(unit.get('Service.WatchdogSec')?.[0])).toBeGreaterThan(0);
  });

  it('reads its files again, and has more time to stop than the 5 s that it needs', () => {
    expect(unit.get('Service.ExecReload')).toEqual([`/bin/sh -c 'kill -HUP "$MAINPID"'`]);
    expect(unit.get('Service.KillMode')).toEqual(['mixed']);
    expect(Number(unit.get('Service.TimeoutStopSec')?.[0])).toBeGreaterThan(5);
  });

  it('may open as many files as all connections need', () => {
    const descriptors = Number(unit.get('Service.LimitNOFILE')?.[0]);
    expect(possibleConnections(part, descriptors)).toBe(possibleConnections(part, 10_000_000));
  });

  it('has a limit of its memory, so that a fault ends it and not the machine', () => {
    expect(unit.get('Service.MemoryMax')?.[0]).toMatch(/^\d+G$/);
  });

  it('keeps its data for its user alone, and the settings from other users', () => {
    expect([unit.get('Service.StateDirectory'), unit.get('Service.StateDirectoryMode')]).toEqual([
      ['studio-control'],
      ['0700'],
    ]);
    expect([unit.get('Service.UMask'), unit.get('Service.ConfigurationDirectoryMode')]).toEqual([['0077'], ['0750']]);
  });

  it('has examples of settings that the part has, none of them in force', () => {
    const lines = read(env).split('\n').filter(Boolean);
    expect(lines.filter((line) => !line.startsWith('#'))).toEqual([]);
    const names = lines.flatMap((line) => /^#([A-Z_]+)=/.exec(line)?.[1] ?? []);
    expect(names.length).toBeGreaterThan(2);
    expect(names.filter((name) => !(name in { ...settings, ...commonSettings }))).toEqual([]);
  });
});

it('the unit of the service drives real devices, and waits until there is a studio file', () => {
  const [{ unit }] = parts;
  expect(unit.get('Unit.ConditionPathExists')).toEqual(['/etc/studio-control/studio.yaml']);
  expect(unit.get('Service.Environment')).toContain('DEVICES=real STUDIO_FILE=/etc/studio-control/studio.yaml');
});

it('the units have the same sandbox', () => {
  const own = new Set(['Service.ExecStart', 'Service.EnvironmentFile', 'Service.Environment', 'Service.MemoryMax']);
  const [service, console] = parts.map(({ unit }) =>
    [...unit].filter(([name]) => name.startsWith('Service.') && !own.has(name)),
  );
  expect(service).toEqual(console);
});

it('the settings of both units are kept when the package is upgraded', () => {
  expect(read('conffiles').trim().split('\n')).toEqual(parts.map(({ env }) => `/etc/studio-control/${env}`).toSorted());
});
