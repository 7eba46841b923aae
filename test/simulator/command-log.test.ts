// The log of the commands that simulated devices received.
import { expect, it } from 'vitest';
import { commandLog, logLimit } from '../../simulator/command-log.js';

it('keeps the newest commands, numbered from 1, and numbers anew once it is cleared', () => {
  const log = commandLog(() => 0);
  for (let sent = 1; sent <= logLimit + 2; sent += 1) expect(log.open('sig-1', {})).toBe(sent);
  const numbers = log.entries().map(({ number }) => number);
  expect([numbers.length, numbers[0], numbers.at(-1)]).toEqual([logLimit, 3, logLimit + 2]);
  log.clear();
  expect([log.entries(), log.open('sig-1', {})]).toEqual([[], 1]);
});

it('keeps the first end of a command', () => {
  const log = commandLog(() => 0);
  const number = log.open('sig-1', {});
  log.end(number, 'refused', 'refused');
  log.end(number, 'executed', null);
  log.queue(number);
  expect(log.entries()).toMatchObject([{ outcome: 'refused', fault: 'refused' }]);
});
