// The button pages of the demo studio, which the repository contains. SAVE_PAGES=1 writes them again.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { CompanionButtonPresetDefinition } from '@companion-module/base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readyButtons } from '../../../../adapters/companion/definitions/buttons.js';
import { presetDefinitions } from '../../../../adapters/companion/definitions/presets.js';
import { pageFiles, type PageFile } from '../../../../adapters/companion/pages/page-file.js';
import { studioClient } from '../../../../adapters/client/client.js';
import { readStudio } from '../../../../adapters/companion/service/read-studio.js';
import type { KnownStudio } from '../../../../adapters/companion/studio/studio.js';
import { serviceBench, type ServiceBench } from '../service-bench.js';

const folder = resolve(import.meta.dirname, '../../../../adapters/companion/pages/demo-studio');

interface Control {
  readonly type: string;
  readonly style?: Readonly<Record<'text' | 'size' | 'color' | 'bgcolor', unknown>>;
  readonly steps?: {
    readonly 0: { readonly action_sets: { readonly down: readonly Entity[]; readonly up: readonly Entity[] } };
  };
  readonly feedbacks?: readonly Entity[];
}

interface Entity {
  readonly id: string;
  readonly definitionId: string;
  readonly options: object;
  readonly style?: object;
}

interface Content {
  readonly page: {
    readonly name: string;
    readonly controls: Readonly<Record<number, Readonly<Record<number, Control>>>>;
  };
}

let service: ServiceBench;
let studio: KnownStudio;
let files: readonly PageFile[];

beforeAll(async () => {
  service = await serviceBench();
  const url = new URL(`http://127.0.0.1:${String(service.settings.port)}`);
  studio = await readStudio(studioClient({ url, token: '' }), AbortSignal.timeout(10_000), Date.now());
  files = pageFiles(studio);
});

afterAll(() => service.close());

const textOf = ({ content }: PageFile): string => `${JSON.stringify(content, null, 1)}\n`;

const controlsOf = (pages: readonly PageFile[]): readonly Control[] =>
  pages.flatMap(({ content }) =>
    Object.values((content as Content).page.controls).flatMap((row) => Object.values(row)),
  );

const save = (): void => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const file of files) writeFileSync(join(folder, file.name), textOf(file));
};

/** Returns the studio with 70 clips in each bank. */
const withManyClips = (demo: KnownStudio): KnownStudio => {
  const clips = Array.from({ length: 70 }, (_, at) => ({
    number: at + 1,
    key: `clip-${String(at)}`,
    name: 'Clip',
    durationMs: null,
  }));
  return { ...demo, clips: Object.fromEntries(Object.keys(demo.clips).map((bank) => [bank, clips])) };
};

/** What a button shows and does. */
const buttonOf = ({ style, steps, feedbacks = [] }: Control): object => {
  const { text, size, color, bgcolor } = style ?? {};
  const actions = (entities: readonly Entity[] = []) =>
    entities.map(({ definitionId: actionId, options }) => ({ actionId, options }));
  const { down, up } = steps?.[0].action_sets ?? {};
  return {
    style: { text, size, color, bgcolor },
    steps: [{ down: actions(down), up: actions(up) }],
    feedbacks: feedbacks.map(({ definitionId, options, style: lit }) => ({
      ...{ feedbackId: definitionId, options, style: lit },
    })),
  };
};

describe('the pages of the demo studio', () => {
  it('are those in the repository', () => {
    if (process.env['SAVE_PAGES'] === '1') save();
    expect(readdirSync(folder).sort()).toEqual(files.map(({ name }) => name).sort());
    for (const file of files) expect(readFileSync(join(folder, file.name), 'utf8')).toBe(textOf(file));
  });

  it.each<readonly [string, (demo: KnownStudio) => KnownStudio]>([
    ['the demo studio', (demo) => demo],
    ['a studio whose banks fill several pages', withManyClips],
  ])('have every ready button of %s once', (_, studioOf) => {
    const large = studioOf(studio);
    const buttons = controlsOf(pageFiles(large)).filter(({ type }) => type === 'button');
    expect(buttons).toHaveLength(readyButtons(large, 'studio').length);
    const ids = buttons.flatMap(({ steps, feedbacks = [] }) => [...(steps?.[0].action_sets.down ?? []), ...feedbacks]);
    expect(new Set(ids.map(({ id }) => id)).size).toBe(ids.length);
  });

  it('have the buttons of the presets', () => {
    const presets = Object.values(presetDefinitions(studio, 'studio')).map((preset) => {
      const { style, steps, feedbacks } = preset as CompanionButtonPresetDefinition;
      return { style, steps, feedbacks };
    });
    const buttons = controlsOf(files).filter(({ type }) => type === 'button');
    const inOrder = (all: readonly object[]): readonly string[] => all.map((one) => JSON.stringify(one)).toSorted();
    expect(inOrder(presets)).toEqual(inOrder(buttons.map(buttonOf)));
  });

  it('have a navigation on each page', () => {
    for (const { content } of files) {
      const [first, second, third] = Object.values((content as Content).page.controls).map((row) => row[0]?.type);
      expect([first, second, third]).toEqual(['pageup', 'pagenum', 'pagedown']);
    }
  });
});
