// What a recording begins with: the studio, without its equipment.
import * as E from 'fp-ts/lib/Either.js';
import { expect, it } from 'vitest';
import { readStudioLayout } from '../../../../domain/studio/layout.js';
import { pairedStudio } from '../../../../features/support/paired-studio.js';
import { recordedLayout } from '../../../../infra/simulated/session/beginning.js';
import { demoStudio } from '../../../../simulator/demo-studio.js';

it('an output has its backup also in a recording, which names no equipment', () => {
  const connections = ['main', 'backup'].map((id) => ({ id, protocol: 'obs', host: 'rack', passwordFile: '/secret' }));
  const recorded = recordedLayout({ ...pairedStudio, connections });
  expect(readStudioLayout(recorded)).toEqual(E.right(recorded));
  expect(recorded.outputs.map(({ backup }) => backup !== undefined)).toEqual([true, false]);
  expect(JSON.stringify(recorded)).not.toMatch(/rack|secret/);
  expect(recordedLayout(demoStudio)).not.toHaveProperty('connections');
});
