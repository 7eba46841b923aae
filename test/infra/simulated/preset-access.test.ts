// The preset token of the demo, which no other part accepts.
import 'reflect-metadata';
import { expect, it } from 'vitest';
import { presetTokenProblem } from '../../../infra/command-line/start.js';

it.each(['all', 'service', 'console', 'simulator', 'record', 'rehearsal'])(
  '@DEMO-5: the part %s refuses a preset token, without showing it',
  (part) => {
    const token = `svc_${'0a'.repeat(16)}`;
    expect(presetTokenProblem(part, { DEMO_TOKEN: token })).toMatch(/^DEMO_TOKEN: expected nothing/);
    expect(presetTokenProblem(part, { DEMO_TOKEN: token })).not.toContain(token);
    expect(presetTokenProblem(part, { DEMO_TOKEN: undefined })).toBeUndefined();
    expect(presetTokenProblem('demo', { DEMO_TOKEN: token })).toBeUndefined();
  },
);
