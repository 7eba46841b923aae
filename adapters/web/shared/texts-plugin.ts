// What the builds of translated pages have in common. English stands in the code, so that it needs no catalogue.
import babel from '@rolldown/plugin-babel';
import { lingui } from '@lingui/vite-plugin';
import type { PluginOption } from 'vite';

/** Only files with texts are parsed once more. */
const filter = { code: /@lingui\/(?:core|react)\/macro/ };

const preset = { plugins: [['@lingui/babel-plugin-lingui-macro', { descriptorFields: 'message' }]] };

export const textsPlugin = (): PluginOption => [
  babel({ presets: [{ preset, rolldown: { filter } }] }),
  lingui({ failOnCompileError: true }),
];
