// What the builds of translated pages have in common. English stands in the code, so that it needs no catalogue.
import { lingui } from '@lingui/vite-plugin';
import type { PluginOption } from 'vite';

export const translated = (): PluginOption =>
  lingui({ failOnCompileError: true, macroTransform: { macro: { descriptorFields: 'message' } } });
