// The lines that a report of a provider concerns: those below its element, until they are removed or go elsewhere.
import { expect, it } from 'vitest';
import { ProviderLine } from '../../../../adapters/drivers/emberplus/line.js';
import { LineIndex } from '../../../../adapters/drivers/emberplus/line-index.js';
import { manualClock } from '../../../../simulator/clock.js';

const none = (): void => undefined;

const lineAt = (path: string): ProviderLine => {
  const deps = { clock: manualClock(), send: none, ask: none, changed: none };
  return new ProviderLine('sig-1', { parameter: path }, deps);
};

it('a line is below the elements that contain its own or its directory, and below no others', () => {
  const index = new LineIndex();
  const [one, other] = [lineAt('Console/Mic/On'), lineAt('Console/Off')];
  for (const line of [one, other]) {
    line.begin();
    index.place(line);
    line.take({ kind: 'node', path: '1', identifier: 'Console' });
    index.place(line);
  }
  one.take({ kind: 'node', path: '1.10', identifier: 'Mic' });
  index.place(one);
  const below = (path: string) => index.within({ kind: 'node', path });
  expect(below('1')).toEqual([other, one]);
  expect(['1.1', '1.10', '1.10.1', '10'].map(below)).toEqual([[], [one], [], []]);
  index.remove(one);
  expect(['1', '1.10'].map(below)).toEqual([[other], []]);
  index.remove(other);
  expect(['1', '1.10', ''].map(below)).toEqual([[], [], []]);
});
