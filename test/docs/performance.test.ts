// The page of performance and its chart show the committed figures.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { chart } from '../bench/speed/chart.js';
import { committedFigures, files, formattedDocument, regressions } from '../bench/speed/committed.js';
import { timesByGroup } from '../bench/speed/profile-groups.js';

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

const node = (id: number, functionName: string, url: string, children: readonly number[] = []) => ({
  id,
  callFrame: { functionName, url, scriptId: '0', lineNumber: 0, columnNumber: 0 },
  children: [...children],
});

it('groups the time of a profile by module; libraries count to what calls them, and idle time does not count', () => {
  const nodes = [
    node(1, '(root)', '', [2, 3, 5, 6]),
    node(2, '(idle)', ''),
    node(3, 'authorize', new URL('../../domain/access/authorization.ts', import.meta.url).href, [4]),
    node(4, 'pipe', 'file:///srv/app/node_modules/fp-ts/lib/function.js'),
    node(5, '(garbage collector)', ''),
    node(6, 'end', 'node:_http_outgoing', [7]),
    node(7, 'writeUtf8String', ''),
  ];
  const profile = {
    nodes,
    startTime: 0,
    endTime: 127,
    samples: [2, 3, 4, 5, 6, 7, 1],
    timeDeltas: [1, 2, 4, 8, 16, 32, 64],
  };
  const idle = { restify: 0, http: 0, operation: 0, log: 0 };
  expect(timesByGroup(profile)).toEqual({ ...idle, access: 6, collections: 8, node: 80, write: 32 });
});

it('groups a function of a bundle by the module that it comes from', () => {
  const folder = mkdtempSync(join(tmpdir(), 'profile-'));
  const bundle = pathToFileURL(join(folder, 'main.js')).href;
  const sources = [new URL('../../adapters/log/winston-log.ts', import.meta.url).href];
  writeFileSync(join(folder, 'main.js.map'), JSON.stringify({ version: 3, sources, names: [], mappings: 'AAAA' }));
  const profile = { nodes: [node(1, 'info', bundle)], startTime: 0, endTime: 5, samples: [1], timeDeltas: [5] };
  expect(timesByGroup(profile)).toMatchObject({ log: 5, operation: 0, node: 0 });
  rmSync(folder, { recursive: true });
});
