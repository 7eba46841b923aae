// The DOM of the pages' tests: one for all files of a process, since the modules of the pages keep to the window that they know.
import { builtinEnvironments, type Environment } from 'vitest/runtime';

const { setup } = builtinEnvironments['happy-dom'];

export default {
  name: 'pages',
  viteEnvironment: 'client',
  setup: async (global: typeof globalThis, options: Record<string, unknown>) => {
    if (!('document' in global)) await setup(global, options);
    return { teardown: () => undefined };
  },
} satisfies Environment;
