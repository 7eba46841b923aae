// The committed figures, the files that show them, and what they are compared by.
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { format } from 'oxfmt';
import { chart } from './chart.js';
import { documentText } from './document.js';
import type { Figures } from './figures.js';

const folder = resolve(import.meta.dirname, '../../../docs');

/** The files that are written from figures. */
export const files = {
  figures: resolve(folder, 'performance.json'),
  document: resolve(folder, 'performance.md'),
  chart: resolve(folder, 'images/performance.svg'),
};

/** Returns the committed figures. */
export const committedFigures = (): Figures => JSON.parse(readFileSync(files.figures, 'utf8')) as Figures;

/** Returns the text of a file as the formatter of the project writes it. */
const formatted = async (file: string, text: string): Promise<string> => {
  const { code } = await format(file, text, { printWidth: 120, singleQuote: true });
  return code;
};

/** Returns the document as it is committed. */
export const formattedDocument = (figures: Figures): Promise<string> =>
  formatted(files.document, documentText(figures));

/** Digits of a figure that are kept. */
const digits = 4;

const rounded = (_key: string, value: unknown): unknown =>
  typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(digits)) : value;

/** Writes figures, document and chart. */
export const writeFigures = async (measured: Figures): Promise<void> => {
  const text = JSON.stringify(measured, rounded);
  const figures = JSON.parse(text) as Figures;
  writeFileSync(files.figures, await formatted(files.figures, text));
  writeFileSync(files.document, await formattedDocument(figures));
  writeFileSync(files.chart, chart(figures));
};

/** Returns the costs by name: lower is better. Processor time and memory are compared, not times that other work extends. */
const costsOf = ({ answers, growth, memory }: Figures): ReadonlyMap<string, number> =>
  new Map([
    ...Object.entries(answers).flatMap(([call, byConnections]) =>
      Object.entries(byConnections).map(
        ([count, { service }]) => [`${call}, ${count} connections`, 1 / service.rate.median] as const,
      ),
    ),
    ...Object.entries(answers.refused).map(
      ([count, { service }]) => [`refused to admitted, ${count} connections`, service.toRead.median] as const,
    ),
    ...Object.entries(growth).map(([name, { cost }]) => [`growth: ${name}`, cost.median] as const),
    ['memory at rest', memory.restMB],
    // Memory after another number of calls has another name, and so isn't compared.
    [`memory a minute after ${String(memory.calls)} calls`, memory.minuteLaterMB],
  ]);

/** How much worse a cost may be than the committed one. */
const tolerance = 1.25;

/** Returns what is worse than committed by more than a quarter. */
export const regressions = (measured: Figures, committed: Figures): readonly string[] => {
  const before = costsOf(committed);
  return [...costsOf(measured)].flatMap(([name, cost]) => {
    const expected = before.get(name) ?? Infinity;
    return cost <= expected * tolerance ? [] : [`${name}: ${cost.toFixed(2)}, committed ${expected.toFixed(2)}`];
  });
};
