// The page of performance and its chart show the committed figures.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { chart } from '../bench/speed/chart.js';
import { committedFigures, files, formattedDocument, regressions } from '../bench/speed/committed.js';

const figures = committedFigures();

it('shows the committed figures', async () => {
  expect(readFileSync(files.document, 'utf8')).toBe(await formattedDocument(figures));
  expect(readFileSync(files.chart, 'utf8')).toBe(chart(figures));
});

it('finds what is worse than committed by more than a quarter', () => {
  expect(regressions(figures, figures)).toEqual([]);
  const { memory } = figures;
  const worse = {
    ...figures,
    memory: { ...memory, restMB: memory.restMB * 1.3, minuteLaterMB: memory.minuteLaterMB * 1.2 },
  };
  expect(regressions(worse, figures)).toEqual([expect.stringMatching(/^memory at rest: /)]);
});
