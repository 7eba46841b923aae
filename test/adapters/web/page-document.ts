// The document of the pages' tests: one for all files of a process, since the modules of the pages keep to the window that they know.
import { builtinEnvironments } from 'vitest/runtime';

if (!('document' in globalThis)) await builtinEnvironments['happy-dom'].setup(globalThis, {});
