// Checks the built page of the simulated studio without a browser, and what it makes of the events of the stream.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { memoryLog } from '../application/console/readable-log.js';
import { pageFolder } from '../../simulator/page-files.js';
import { commandText } from '../../simulator/page/labels.js';
import {
  changedStudio,
  shownStudio,
  studioTime,
  type Command,
  type ShownSnapshot,
} from '../../simulator/page/shown-studio.js';
import { simulatorBench } from './bench.js';
import { steeredStudio } from '../../simulator/api/steering.js';
import { steeredManually } from '../../simulator/simulation-clock.js';
import { manualClock } from '../../simulator/clock.js';

const folder = resolve(import.meta.dirname, '../..', pageFolder);

describe('the built page', () => {
  const index = readFileSync(join(folder, 'index.html'), 'utf8');

  it('loads only its own files, with no inline script or style', () => {
    const named = [...index.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, name = '']) => name);
    expect(named.length).toBeGreaterThan(2);
    const files = readdirSync(folder, { recursive: true }).map((name) => `/${String(name)}`);
    for (const name of named) expect(files).toContain(name);
    expect(index).not.toMatch(/<script(?![^>]*src=)|<style|\sstyle=|\son[a-z]+=/);
  });
});

const snapshot = (): ShownSnapshot => {
  const { studio, clock } = simulatorBench();
  const received: unknown[] = [];
  steeredStudio(studio, steeredManually(clock), { real: manualClock(), log: memoryLog() }).feed.subscribe(
    undefined,
    ({ data }) => {
      received.push(JSON.parse(JSON.stringify(data)));
    },
  );
  return received[0] as ShownSnapshot;
};

const command = (number: number, outcome: Command['outcome'] = 'sent'): Command => ({
  number,
  time: '2021-03-01T12:00:00.000Z',
  device: 'sig-1',
  command: { type: 'switch', on: true },
  source: null,
  outcome,
  endedAt: null,
  fault: null,
});

describe('the studio that the page shows', () => {
  it('takes the changed fields of the changed devices', () => {
    const before = shownStudio(snapshot(), 0);
    const after = changedStudio(before, { devices: [{ id: 'sig-1', connected: false }] }, 0);
    expect(after.devices.map(({ connected }) => connected).filter((connected) => !connected)).toEqual([false]);
    expect(after.devices.map(({ name }) => name)).toEqual(before.devices.map(({ name }) => name));
  });

  it('keeps the last 100 commands, each as it last changed', () => {
    const numbers = Array.from({ length: 120 }, (_, index) => index + 1);
    const before = changedStudio(shownStudio(snapshot(), 0), { commands: numbers.map((one) => command(one)) }, 0);
    const { commands } = changedStudio(before, { commands: [command(119, 'executed')] }, 0);
    expect(commands.map(({ number }) => number)).toEqual(numbers.slice(20));
    expect(commands.at(-2)?.outcome).toBe('executed');
  });

  it('has a clock that runs at its speed, and stands still while paused', () => {
    const studio = shownStudio(snapshot(), 1_000);
    const now = Date.parse(studio.clock.now);
    const running = { now: studio.clock.now, paused: false, speed: 2 };
    const changed = changedStudio(studio, { clock: running }, 1_500);
    expect(studioTime(changed, 3_000)).toBe(now + 3_000);
    expect(studioTime(changedStudio(changed, {}, 2_500), 3_000)).toBe(now + 3_000);
    expect(studioTime(changedStudio(studio, { clock: { ...running, paused: true } }, 1_000), 3_000)).toBe(now);
  });
});

describe('the commands that the page shows', () => {
  it.each([
    [{ type: 'switch', on: true }, 'switch on'],
    [{ type: 'stop', scenes: ['left', 'right'] }, 'stop left, right'],
    [
      { type: 'play', scene: 'full', cue: { bank: 'news', clip: { key: 'weather', name: 'Weather' } } },
      'play Weather (news/weather) in full',
    ],
    [{ type: 'showGraphic', scene: 'full', texts: { headline: 'Hi' } }, 'show the graphic of full (headline: Hi)'],
    [{ type: 'unknown' }, 'unknown'],
  ])('puts %j in words', (fields, text) => {
    expect(commandText({ ...command(1), command: fields })).toBe(text);
  });
});
